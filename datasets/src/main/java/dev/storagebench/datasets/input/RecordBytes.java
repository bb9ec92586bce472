package dev.storagebench.datasets.input;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A reused buffer for a key, a value or a part of one, up to a maximum. What exceeds the maximum is
 * dropped and {@link #overflowed} becomes true.
 */
public final class RecordBytes {
  private static final int FIRST_CAPACITY = 16 << 10;
  private static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);

  private final int maxBytes;
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private byte[] bytes;
  private int length;
  private boolean overflowed;
  private boolean replaced;

  /** An empty buffer. */
  public RecordBytes(int maxBytes) {
    this.maxBytes = maxBytes;
    this.bytes = new byte[Math.min(FIRST_CAPACITY, maxBytes)];
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

  /** The longest it can get. */
  public int maxBytes() {
    return maxBytes;
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

  /** The bytes as a heap buffer, valid until the next change. */
  public ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  /** Appends one byte. */
  public void append(byte b) {
    if (reserve(1)) {
      bytes[length++] = b;
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

  private boolean reserve(int added) {
    if (added > maxBytes - length) {
      overflowed = true;
      return false;
    }
    if (added > bytes.length - length) {
      long doubled = Math.min(maxBytes, 2L * bytes.length);
      bytes = Arrays.copyOf(bytes, (int) Math.max(doubled, length + added));
    }
    return true;
  }
}
