package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What a field begins with in the input, compared as three words that overlap: a library's
 * comparison of ranges costs more than all else that is done for a short field.
 */
final class NamePrefix {
  private static final int LONGEST = 3 * Long.BYTES;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] prefix;
  private final int length;

  /** The bytes of a word that count; all, unless the prefix is shorter than a word. */
  private final long mask;

  private final int secondAt;
  private final int lastAt;
  private final long first;
  private final long second;
  private final long last;

  /**
   * @param ascii at most 24 characters
   */
  NamePrefix(String ascii) {
    prefix = ascii.getBytes(US_ASCII);
    length = prefix.length;
    if (length == 0 || length > LONGEST) {
      throw new IllegalArgumentException("'" + ascii + "' must have from 1 to 24 characters");
    }
    lastAt = Math.max(0, length - Long.BYTES);
    secondAt = Math.min(Long.BYTES, lastAt);
    mask = length < Long.BYTES ? (1L << (length * Byte.SIZE)) - 1 : -1;
    ByteBuffer words =
        ByteBuffer.wrap(Arrays.copyOf(prefix, LONGEST)).order(ByteOrder.LITTLE_ENDIAN);
    first = words.getLong(0);
    second = words.getLong(secondAt);
    last = words.getLong(lastAt);
  }

  /** How many bytes it has. */
  int length() {
    return length;
  }

  /** Whether {@code [from, to)} begins with it. */
  boolean matches(byte[] bytes, int from, int to) {
    if (to - from < length) {
      return false;
    }
    if (from + Long.BYTES > bytes.length) {
      return Arrays.equals(bytes, from, from + length, prefix, 0, length);
    }
    long difference =
        ((long) LONG.get(bytes, from) ^ first)
            | ((long) LONG.get(bytes, from + secondAt) ^ second)
            | ((long) LONG.get(bytes, from + lastAt) ^ last);
    return (difference & mask) == 0;
  }
}
