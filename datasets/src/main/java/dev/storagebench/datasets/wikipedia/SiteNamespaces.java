package dev.storagebench.datasets.wikipedia;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The names of a wiki's namespaces other than the main one, as its export lists them. Exports
 * before schema 0.6 do not number a page's namespace, so that only its title tells.
 */
final class SiteNamespaces {
  private static final int MAX_NAMES = 10_000;

  private final Set<String> names = new HashSet<>();

  /** Reads the rest of {@code <siteinfo>}. */
  void read(XmlScanner xml) throws IOException {
    TextBuffer name = new TextBuffer(512);
    int depth = 1;
    while (depth > 0) {
      XmlScanner.Tag tag = xml.nextTag();
      switch (xml.element()) {
        case SITEINFO, NAMESPACES -> {
          if (tag != XmlScanner.Tag.EMPTY) {
            depth += tag == XmlScanner.Tag.START ? 1 : -1;
          }
        }
        case NAMESPACE -> {
          boolean main = xml.attribute("key").equals("0");
          if (tag == XmlScanner.Tag.START) {
            name.clear();
            xml.readText(name);
            if (!main && names.size() < MAX_NAMES) {
              names.add(text(name));
            }
          }
        }
        default -> {
          if (tag == XmlScanner.Tag.START
              && xml.element() != Element.PAGE
              && xml.element() != Element.MEDIAWIKI) {
            xml.skipElement();
          } else if (tag != XmlScanner.Tag.EMPTY) {
            throw xml.unexpected(tag, "</siteinfo>");
          }
        }
      }
    }
  }

  /** Whether a page is in another namespace than the main one. */
  boolean isOutsideMain(Page page) {
    TextBuffer number = page.namespace;
    if (number.length() > 0) {
      return number.length() != 1 || number.array()[0] != '0';
    }
    String title = text(page.title);
    int colon = title.indexOf(':');
    return colon > 0 && names.contains(title.substring(0, colon));
  }

  private static String text(TextBuffer buffer) {
    return new String(buffer.array(), 0, buffer.length(), StandardCharsets.UTF_8);
  }
}
