package dev.storagebench.datasets.amazon;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The plain bytes of a JSON string: ASCII that is neither an escape nor the closing quote nor a
 * control character. Four words a step; {@link dev.storagebench.datasets.input.ByteScan} tells the
 * source of the arithmetic.
 */
final class PlainText {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long BACKSLASHES = ONES * '\\';
  private static final long FLIPS = ONES * 2;
  private static final long ABOVE_SPACES = ONES * (' ' + 1);

  private PlainText() {}

  /**
   * The index of the first byte in {@code [from, end)} that is not plain, or any from {@code end}
   * on if all are.
   */
  static int end(byte[] array, int from, int end) {
    int i = from;
    if (i <= array.length - 2 * Long.BYTES) {
      // Most strings are short: a loop costs more than they do.
      long stop = stops((long) LONG.get(array, i)) & HIGH;
      if (stop != 0) {
        return i + (Long.numberOfTrailingZeros(stop) >>> 3);
      }
      stop = stops((long) LONG.get(array, i + Long.BYTES)) & HIGH;
      if (stop != 0) {
        return i + Long.BYTES + (Long.numberOfTrailingZeros(stop) >>> 3);
      }
      i = passSteps(array, i + 2 * Long.BYTES, end);
    }
    for (; i <= array.length - Long.BYTES && i < end; i += Long.BYTES) {
      long stop = stops((long) LONG.get(array, i)) & HIGH;
      if (stop != 0) {
        return i + (Long.numberOfTrailingZeros(stop) >>> 3);
      }
    }
    while (i < end && array[i] >= ' ' && array[i] != '"' && array[i] != '\\') {
      i++;
    }
    return i;
  }

  /** Passes steps of four words as long as there are only plain bytes in them. */
  private static int passSteps(byte[] array, int from, int end) {
    int i = from;
    for (; i <= end - 4 * Long.BYTES; i += 4 * Long.BYTES) {
      long stop =
          stops((long) LONG.get(array, i))
              | stops((long) LONG.get(array, i + Long.BYTES))
              | stops((long) LONG.get(array, i + 2 * Long.BYTES))
              | stops((long) LONG.get(array, i + 3 * Long.BYTES));
      if ((stop & HIGH) != 0) {
        break;
      }
    }
    return i;
  }

  /**
   * The high bit of each byte: is '"' or below ' ', is '\', or not ASCII; exact up to the first of
   * them. Flipping bit 1 exchanges '"' with ' ', and control characters among themselves.
   */
  private static long stops(long word) {
    return ((word ^ FLIPS) - ABOVE_SPACES) | ((word ^ BACKSLASHES) - ONES) | word;
  }
}
