package dev.storagebench.datasets.input;

/** Checks that bytes are UTF-8 as RFC 3629 defines it: shortest forms, no surrogates. */
public final class Utf8 {
  private Utf8() {}

  /** The index of the first byte in {@code [from, to)} that is wrong; {@code to} if none is. */
  public static int indexOfMalformed(byte[] bytes, int from, int to) {
    int i = from;
    while (true) {
      i = ByteScan.indexOfNonAscii(bytes, i, to);
      // Scripts other than Latin: many sequences in a row.
      while (i < to && bytes[i] < 0) {
        int length = sequenceLength(bytes, i, to);
        if (length == 0) {
          return i;
        }
        i += length;
      }
      if (i == to) {
        return to;
      }
    }
  }

  private static int sequenceLength(byte[] bytes, int at, int to) {
    int first = bytes[at] & 0xff;
    int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first < 0xc2 || first > 0xf4 || to - at < length) {
      return 0;
    }
    int second = bytes[at + 1] & 0xff;
    int lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
