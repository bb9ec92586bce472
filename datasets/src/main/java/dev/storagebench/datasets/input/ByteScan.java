package dev.storagebench.datasets.input;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches byte ranges eight bytes at a time, by "determine if a word has a zero byte" of the <a
 * href="https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord">bit twiddling hacks</a>.
 */
public final class ByteScan {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  private ByteScan() {}

  /** The first index of {@code wanted} in {@code [from, to)}; {@code to} if there is none. */
  public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
    long pattern = (wanted & 0xffL) * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONG.get(bytes, i) ^ pattern;
      long found = (word - ONES) & ~word & HIGH;
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  /** The first index in {@code [from, to)} that is not JSON white space; {@code to} if none. */
  public static int skipSpace(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to
        && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r')) {
      i++;
    }
    return i;
  }

  /** Index of the first byte behind UTF-8's byte order mark, if there is one. */
  public static int afterByteOrderMark(byte[] bytes, int from, int to) {
    boolean mark =
        to - from >= 3
            && bytes[from] == (byte) 0xef
            && bytes[from + 1] == (byte) 0xbb
            && bytes[from + 2] == (byte) 0xbf;
    return mark ? from + 3 : from;
  }

  /** The number of bytes {@code counted} in {@code [from, to)}. */
  public static int count(byte[] bytes, int from, int to, byte counted) {
    int count = 0;
    for (int i = indexOf(bytes, from, to, counted); i < to; count++) {
      i = indexOf(bytes, i + 1, to, counted);
    }
    return count;
  }
}
