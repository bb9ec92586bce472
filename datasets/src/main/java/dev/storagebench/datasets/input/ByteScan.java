package dev.storagebench.datasets.input;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches in byte ranges, eight bytes a word and up to four words a step.
 *
 * <p>The steps are the classic "determine if a word has a zero byte" of the bit-twiddling
 * literature. Its short form {@code (x - 0x01..) & ~x & 0x80..} has the high bit set of the first
 * byte that is zero in {@code x}, and of none if there is none; above the first it may err, which a
 * search does not mind. Its exact form, {@code ~(((x & 0x7f..) + 0x7f..) | x | 0x7f..)}, has the
 * high bit of exactly those bytes set that are zero, as counting needs it.
 */
public final class ByteScan {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int STEP_BYTES = 4 * Long.BYTES;
  private static final long ONES = 0x0101010101010101L;
  private static final long LINE_ENDS = ONES * '\n';
  private static final long VT = ONES * 0x0b;
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
    if (i <= to - 2 * Long.BYTES) {
      // Most fields are short: a loop costs more than they do.
      long found = firstZero((long) LONG.get(bytes, i) ^ pattern) & HIGH;
      if (found != 0) {
        return i + firstByte(found);
      }
      found = firstZero((long) LONG.get(bytes, i + Long.BYTES) ^ pattern) & HIGH;
      if (found != 0) {
        return i + Long.BYTES + firstByte(found);
      }
      i = skipWithout(pattern, bytes, i + 2 * Long.BYTES, to);
    }
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long found = firstZero((long) LONG.get(bytes, i) ^ pattern) & HIGH;
      if (found != 0) {
        return i + firstByte(found);
      }
    }
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  /**
   * The first index of LF in {@code [from, to)}: as {@link #indexOf}, but faster on long texts
   * without other control characters.
   *
   * @return {@code to} if it does not occur
   */
  public static int indexOfLineEnd(byte[] bytes, int from, int to) {
    int i = from;
    if (i <= to - 2 * Long.BYTES) {
      // Most lines are short: a loop costs more than they do.
      long found = firstZero((long) LONG.get(bytes, i) ^ LINE_ENDS) & HIGH;
      if (found != 0) {
        return i + firstByte(found);
      }
      found = firstZero((long) LONG.get(bytes, i + Long.BYTES) ^ LINE_ENDS) & HIGH;
      if (found != 0) {
        return i + Long.BYTES + firstByte(found);
      }
      i += 2 * Long.BYTES;
    }
    return indexOfFarLineEnd(bytes, i, to);
  }

  private static int indexOfFarLineEnd(byte[] bytes, int from, int to) {
    int i = from;
    while (true) {
      i = skipFree(bytes, i, to);
      int stepEnd = Math.min(to, i + STEP_BYTES);
      i = indexOf(bytes, i, stepEnd, (byte) '\n');
      if (i < stepEnd || i == to) {
        return i;
      }
    }
  }

  /** Passes steps of four words as long as no byte is below VT, the byte after LF. */
  private static int skipFree(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - STEP_BYTES; i += STEP_BYTES) {
      long a = (long) LONG.get(bytes, i);
      long b = (long) LONG.get(bytes, i + Long.BYTES);
      long c = (long) LONG.get(bytes, i + 2 * Long.BYTES);
      long d = (long) LONG.get(bytes, i + 3 * Long.BYTES);
      long below = ((a - VT) & ~a) | ((b - VT) & ~b) | ((c - VT) & ~c) | ((d - VT) & ~d);
      if ((below & HIGH) != 0) {
        break;
      }
    }
    return i;
  }

  /** Passes steps of four words as long as none contains a byte of the pattern. */
  private static int skipWithout(long pattern, byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - STEP_BYTES; i += STEP_BYTES) {
      long found =
          firstZero((long) LONG.get(bytes, i) ^ pattern)
              | firstZero((long) LONG.get(bytes, i + Long.BYTES) ^ pattern)
              | firstZero((long) LONG.get(bytes, i + 2 * Long.BYTES) ^ pattern)
              | firstZero((long) LONG.get(bytes, i + 3 * Long.BYTES) ^ pattern);
      if ((found & HIGH) != 0) {
        break;
      }
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
      long found =
          (firstZero(word ^ patternA) | firstZero(word ^ patternB) | firstZero(word ^ patternC))
              & HIGH;
      if (found != 0) {
        return i + firstByte(found);
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
        return i + firstByte(found);
      }
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /** In the high bits: exact up to the first zero byte; the other bits mean nothing. */
  private static long firstZero(long word) {
    return (word - ONES) & ~word;
  }

  /** Which byte of a word the lowest of these high bits belongs to. */
  private static int firstByte(long highBits) {
    return Long.numberOfTrailingZeros(highBits) >>> 3;
  }

  private static long zeroes(long word) {
    return ~(((word & LOW) + LOW) | word | LOW);
  }
}
