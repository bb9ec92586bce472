package dev.storagebench.datasets.input;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * A reused buffer for a key, a value or a part of one, up to a maximum. What exceeds the maximum is
 * dropped and {@link #overflowed} becomes true.
 */
public final class RecordBytes {
  private static final int FIRST_CAPACITY = 16 << 10;
  private static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int maxBytes;
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private byte[] bytes;
  private ByteBuffer view;
  private int length;
  private boolean overflowed;
  private boolean replaced;

  /** An empty buffer. */
  public RecordBytes(int maxBytes) {
    this.maxBytes = maxBytes;
    this.bytes = new byte[Math.min(FIRST_CAPACITY, maxBytes)];
    this.view = ByteBuffer.wrap(bytes);
  }

  /** Empties it. */
  public void clear() {
    length = 0;
    overflowed = false;
    replaced = false;
  }

  /** The number of bytes, at most the maximum. */
  public int length() {
    return length;
  }

  /** Whether something was dropped because it exceeds the maximum. */
  public boolean overflowed() {
    return overflowed;
  }

  /** Whether a lone surrogate was replaced by U+FFFD. */
  public boolean replaced() {
    return replaced;
  }

  /** The bytes, from index 0; another array after the next change. */
  public byte[] array() {
    return bytes;
  }

  /** The bytes as a heap buffer, valid until the next change; the same one each time. */
  public ByteBuffer view() {
    return view.clear().limit(length);
  }

  /** Appends the low byte of a number. */
  public void append(int one) {
    if (reserve(1)) {
      bytes[length++] = (byte) one;
    }
  }

  /** Appends {@code [from, to)}, or nothing if that exceeds the maximum. */
  public void append(byte[] source, int from, int to) {
    if (reserve(to - from)) {
      System.arraycopy(source, from, bytes, length, to - from);
      length += to - from;
    }
  }

  /** Appends the bytes from position to limit, or nothing if that exceeds the maximum. */
  public void append(ByteBuffer source) {
    int added = source.remaining();
    if (reserve(added)) {
      source.duplicate().get(bytes, length, added);
      length += added;
    }
  }

  /** Appends a text as UTF-8. */
  public void append(String text) {
    append(text.toCharArray(), 0, text.length());
  }

  /** Appends UTF-16 as UTF-8. */
  public void append(char[] chars, int from, int to) {
    CharBuffer text = CharBuffer.wrap(chars, from, to - from);
    while (!overflowed) {
      ByteBuffer free = ByteBuffer.wrap(bytes, length, bytes.length - length);
      CoderResult result = encoder.encode(text, free, true);
      length = free.position();
      if (result.isUnderflow()) {
        return;
      } else if (result.isOverflow()) {
        // At most 4 bytes are free.
        reserve(bytes.length - length + 1);
      } else {
        text.get();
        replaced = true;
        append(REPLACEMENT, 0, REPLACEMENT.length);
      }
    }
  }

  /** Appends the low byte of each character, so ASCII as it is. */
  @SuppressWarnings("deprecation") // the one that copies bytes without making an array
  public void appendLatin1(String source) {
    if (reserve(source.length())) {
      source.getBytes(0, source.length(), bytes, length);
      length += source.length();
    }
  }

  /** Appends {@code count} bytes, at most 16, from a source with 16 readable bytes at offset. */
  public void appendWord(byte[] source, int offset, int count) {
    if (reserve(2 * Long.BYTES)) {
      LONGS.set(bytes, length, (long) LONGS.get(source, offset));
      LONGS.set(bytes, length + Long.BYTES, (long) LONGS.get(source, offset + Long.BYTES));
      length += count;
    }
  }

  /** Appends {@code count} bytes of numbers. */
  public void appendLongs(LongSupplier numbers, int count) {
    if (reserve(count + Long.BYTES)) {
      for (int i = 0; i < count; i += Long.BYTES) {
        LONGS.set(bytes, length + i, numbers.getAsLong());
      }
      length += count;
    }
  }

  /** Appends {@code count} bytes that repeat the last {@code period}. */
  public void repeat(int period, int count) {
    if (reserve(count)) {
      for (int end = length + count; length < end; length++) {
        bytes[length] = bytes[length - period];
      }
    }
  }

  /**
   * Appends a number with digits and upper-case letters, and leading zeros up to {@code width}.
   *
   * @param number unsigned
   */
  public void appendNumber(long number, int radix, int width) {
    String digits = Long.toUnsignedString(number, radix).toUpperCase(Locale.ROOT);
    appendLatin1("0".repeat(Math.max(0, width - digits.length())));
    appendLatin1(digits);
  }

  /** Drops the last byte. */
  public void dropLast() {
    length--;
  }

  /** Replaces the last byte by those of {@link #appendLatin1}. */
  public void replaceLast(String by) {
    length--;
    appendLatin1(by);
  }

  private boolean reserve(int added) {
    if (added <= bytes.length - length) {
      return true;
    }
    if (added > maxBytes - length) {
      overflowed = true;
      return false;
    }
    long doubled = Math.min(maxBytes, 2L * bytes.length);
    bytes = Arrays.copyOf(bytes, (int) Math.max(doubled, length + added));
    view = ByteBuffer.wrap(bytes);
    return true;
  }
}
