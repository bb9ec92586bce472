package dev.storagebench.datasets.input;

/** The first bytes of a range as error messages show them. */
public final class Excerpt {
  private static final int SHOWN_BYTES = 40;

  private Excerpt() {}

  /**
   * The bytes in single quotes, those that are not printable ASCII as {@code \xNN}, cut after 40.
   */
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
}
