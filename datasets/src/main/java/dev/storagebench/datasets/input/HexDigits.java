package dev.storagebench.datasets.input;

/** Bytes as pairs of hexadecimal digits, upper or lower case. */
public final class HexDigits {
  private HexDigits() {}

  /** Appends the bytes of the pairs in {@code [from, to)}; where the first that is none starts. */
  public static int append(byte[] text, int from, int to, RecordBytes into) {
    int at = from;
    while (at + 1 < to) {
      int value = value(text, at);
      if (value < 0) {
        break;
      }
      into.append((byte) value);
      at += 2;
    }
    return at;
  }

  /** The byte of the pair at an index, negative if it is none. */
  public static int value(byte[] text, int at) {
    return Character.digit(text[at], 16) << 4 | Character.digit(text[at + 1], 16);
  }
}
