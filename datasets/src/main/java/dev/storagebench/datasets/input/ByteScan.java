package dev.storagebench.datasets.input;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches in byte ranges, eight bytes a step.
 *
 * <p>The steps are the classic "determine if a word has a zero byte" of the bit-twiddling
 * literature in its exact form, without false positives: {@code ~(((x & 0x7f..) + 0x7f..) | x |
 * 0x7f..)} has the high bit of exactly those bytes set that are zero in {@code x}.
 */
public final class ByteScan {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long LOW = 0x7f7f7f7f7f7f7f7fL;
  private static final long HIGH = 0x8080808080808080L;

  private ByteScan() {}

  /**
   * The first index of {@code wanted} in {@code [from, to)}.
   *
   * @return {@code to} if it does not occur
   */
  public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
    long pattern = (wanted & 0xffL) * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long found = zeroes((long) LONG.get(bytes, i) ^ pattern);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  /**
   * The first index of any of three bytes in {@code [from, to)}.
   *
   * @return {@code to} if none occurs
   */
  public static int indexOfAny(byte[] bytes, int from, int to, byte a, byte b, byte c) {
    long patternA = (a & 0xffL) * ONES;
    long patternB = (b & 0xffL) * ONES;
    long patternC = (c & 0xffL) * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONG.get(bytes, i);
      long found = zeroes(word ^ patternA) | zeroes(word ^ patternB) | zeroes(word ^ patternC);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] != a && bytes[i] != b && bytes[i] != c) {
      i++;
    }
    return i;
  }

  /** How often {@code counted} occurs in {@code [from, to)}. */
  public static int count(byte[] bytes, int from, int to, byte counted) {
    long pattern = (counted & 0xffL) * ONES;
    int count = 0;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      count += Long.bitCount(zeroes((long) LONG.get(bytes, i) ^ pattern));
    }
    for (; i < to; i++) {
      if (bytes[i] == counted) {
        count++;
      }
    }
    return count;
  }

  /**
   * The first index in {@code [from, to)} of a byte that is not ASCII.
   *
   * @return {@code to} if all are ASCII
   */
  public static int indexOfNonAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long found = (long) LONG.get(bytes, i) & HIGH;
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  private static long zeroes(long word) {
    return ~(((word & LOW) + LOW) | word | LOW);
  }
}
