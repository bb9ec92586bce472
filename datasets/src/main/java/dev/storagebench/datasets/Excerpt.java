package dev.storagebench.datasets;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** Input bytes and names as error messages show them: on one line, without control characters. */
public final class Excerpt {
  private static final int SHOWN_BYTES = 40;
  private static final int SHOWN_CHARACTERS = 80;

  /** So many names are shown. */
  public static final int SHOWN_NAMES = 12;

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

  /** Names as {@link #of} shows them, the first twelve. */
  public static String ofNames(Collection<String> names) {
    String shown =
        names.stream()
            .limit(SHOWN_NAMES)
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .map(name -> of(name, 0, name.length))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : shown + (names.size() > SHOWN_NAMES ? ", …" : "");
  }

  /** The beginning of a text that is as long as its writer likes. */
  public static String shortened(String text) {
    return text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "…" : text;
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
