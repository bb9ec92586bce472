package dev.storagebench.datasets.packed;

import java.nio.ByteBuffer;

/**
 * Unsigned LEB128: seven bits a byte, the lowest first, the high bit set on all bytes but the last.
 */
final class Varint {
  /** The longest form of an int. */
  static final int MAX_BYTES = 5;

  private Varint() {}

  /** Writes a number that is not negative and returns the position after it. */
  static int put(ByteBuffer buffer, int position, int number) {
    int rest = number;
    int at = position;
    while (rest > 0x7f) {
      buffer.put(at++, (byte) (rest | 0x80));
      rest >>>= 7;
    }
    buffer.put(at++, (byte) rest);
    return at;
  }
}
