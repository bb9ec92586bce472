package dev.storagebench.datasets.input;

import java.util.regex.Pattern;

/** Input bytes and names as error messages show them: on one line, without control characters. */
public final class Excerpt {
  private static final int SHOWN_BYTES = 40;

  /** Control and format characters, which a terminal obeys instead of showing them. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\u2028\u2029]");

  private Excerpt() {}

  /** The first 40 bytes in single quotes, those that are not printable ASCII as {@code \xNN}. */
  public static String of(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder("'");
    int end = Math.min(to, from + SHOWN_BYTES);
    for (int i = from; i < end; i++) {
      byte b = bytes[i];
      if (b >= ' ' && b < 0x7f) {
        text.append((char) b);
      } else {
        text.append("\\x%02x".formatted(b & 0xff));
      }
    }
    return text.append(end < to ? "…'" : "'").toString();
  }

  /** A name, its control characters as <code>&#92;uNNNN</code>. */
  public static String printable(String name) {
    return CONTROL
        .matcher(name)
        .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
  }
}
