package dev.storagebench.datasets;

import java.util.HexFormat;

/** Input bytes and names as error messages show them: on one line, without control characters. */
public final class Excerpt {
  private static final int SHOWN_BYTES = 40;

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

  /**
   * A text whose control and format characters, which a terminal obeys instead of showing them, are
   * <code>&#92;uNNNN</code>.
   */
  public static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (Character.getType(c)) {
                case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    shown.append("\\u").append(HexFormat.of().toHexDigits(c, c > 0xffff ? 6 : 4));
                default -> shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }
}
