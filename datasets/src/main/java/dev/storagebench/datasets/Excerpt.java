package dev.storagebench.datasets;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Input bytes and names as error messages show them: on one line, without control characters. */
public final class Excerpt {
  private static final int SHOWN_BYTES = 40;
  private static final int SHOWN_CHARACTERS = 80;
  private static final Pattern NO_ASCII = Pattern.compile("[^ -~]");
  private static final Pattern OBEYED = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  /** So many names are shown. */
  public static final int SHOWN_NAMES = 12;

  private Excerpt() {}

  /** The first 40 bytes in single quotes, those that are not printable ASCII as {@code \xNN}. */
  public static String of(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + SHOWN_BYTES);
    String text = new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
    String shown =
        NO_ASCII
            .matcher(text)
            .replaceAll(found -> "\\\\x%02x".formatted((int) found.group().charAt(0)));
    return "'" + shown + (end < to ? "…'" : "'");
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
    return OBEYED
        .matcher(text)
        .replaceAll(
            found -> {
              int c = found.group().codePointAt(0);
              return "\\\\u" + HexFormat.of().toHexDigits(c, c > 0xffff ? 6 : 4);
            });
  }
}
