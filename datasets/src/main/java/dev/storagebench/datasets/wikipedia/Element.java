package dev.storagebench.datasets.wikipedia;

import java.util.Locale;

/** The elements that mean something to the reader. */
enum Element {
  MEDIAWIKI,
  NAMESPACE,
  NAMESPACES,
  NS,
  PAGE,
  REDIRECT,
  REVISION,
  SITEINFO,
  TEXT,
  TIMESTAMP,
  TITLE,
  /** Any other; skipped with all it contains. */
  OTHER;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The element's name in XML. */
  String label() {
    return label;
  }

  /** The element of this name. */
  static Element of(byte[] bytes, int start, int end) {
    Element candidate =
        switch (end - start) {
          case 2 -> NS;
          case 4 -> bytes[start] == 'p' ? PAGE : TEXT;
          case 5 -> TITLE;
          case 8 ->
              switch (bytes[start + 2]) {
                case 'd' -> REDIRECT;
                case 'v' -> REVISION;
                default -> SITEINFO;
              };
          case 9 ->
              switch (bytes[start]) {
                case 't' -> TIMESTAMP;
                case 'm' -> MEDIAWIKI;
                default -> NAMESPACE;
              };
          case 10 -> NAMESPACES;
          default -> OTHER;
        };
    for (int i = 0; i < end - start && candidate != OTHER; i++) {
      if (bytes[start + i] != candidate.label.charAt(i)) {
        return OTHER;
      }
    }
    return candidate;
  }
}
