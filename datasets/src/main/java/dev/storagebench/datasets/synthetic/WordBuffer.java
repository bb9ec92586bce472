package dev.storagebench.datasets.synthetic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/**
 * A growing run of bytes that a record is written into, reused from record to record. Every append
 * first sees to it that {@value #SLACK} bytes are free, so that words can be copied eight bytes at
 * a time past their end.
 */
final class WordBuffer {
  private static final int SLACK = 64;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[8192];
  private int length;
  private ByteBuffer view = ByteBuffer.wrap(bytes);

  /** Forgets what was written. */
  void clear() {
    length = 0;
  }

  /** Bytes written since {@link #clear}. */
  int length() {
    return length;
  }

  /** Bytes written, from position 0 to the limit; valid until the next append or clear. */
  ByteBuffer view() {
    return view.clear().limit(length);
  }

  /** Appends one byte. */
  void put(int one) {
    reserve(1);
    bytes[length++] = (byte) one;
  }

  /** Appends the low byte of each character, so ASCII as it is. */
  @SuppressWarnings("deprecation") // the one that copies bytes without making an array
  void put(String source) {
    reserve(source.length());
    source.getBytes(0, source.length(), bytes, length);
    length += source.length();
  }

  /** Appends what a buffer of this class shows. */
  void put(WordBuffer source) {
    reserve(source.length);
    System.arraycopy(source.bytes, 0, bytes, length, source.length);
    length += source.length;
  }

  /** Appends {@code count} bytes, at most 16, from a source with 16 readable bytes at offset. */
  void putWord(byte[] source, int offset, int count) {
    reserve(16);
    LONGS.set(bytes, length, (long) LONGS.get(source, offset));
    LONGS.set(bytes, length + 8, (long) LONGS.get(source, offset + 8));
    length += count;
  }

  /** Appends random bytes. */
  void putRandom(SplitMix random, int count) {
    reserve(count);
    for (int i = 0; i < count; i += Long.BYTES) {
      LONGS.set(bytes, length + i, random.next());
    }
    length += count;
  }

  /** Appends {@code count} bytes that repeat the last {@code period} written. */
  void repeat(int period, int count) {
    reserve(count);
    for (int end = length + count; length < end; length++) {
      bytes[length] = bytes[length - period];
    }
  }

  /** Replaces the byte written last. */
  void replaceLast(int one) {
    bytes[length - 1] = (byte) one;
  }

  /** Drops the byte written last. */
  void dropLast() {
    length--;
  }

  /** Makes the byte at an offset upper case, if it is a lower-case ASCII letter. */
  void capitalise(int offset) {
    byte letter = bytes[offset];
    if (letter >= 'a' && letter <= 'z') {
      bytes[offset] = (byte) (letter - 32);
    }
  }

  /** Appends a number in decimal, with leading zeros up to {@code width}. */
  void putNumber(long number, int width) {
    putNumber(number, 10, width);
  }

  /**
   * Appends a number with digits and upper-case letters, on the same terms.
   *
   * @param number unsigned
   */
  void putNumber(long number, int radix, int width) {
    String digits = Long.toUnsignedString(number, radix).toUpperCase(Locale.ROOT);
    put("0".repeat(Math.max(0, width - digits.length())));
    put(digits);
  }

  private void reserve(int more) {
    if (length + more + SLACK > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length + more + SLACK);
      view = ByteBuffer.wrap(bytes);
    }
  }
}
