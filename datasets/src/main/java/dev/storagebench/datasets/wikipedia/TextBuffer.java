package dev.storagebench.datasets.wikipedia;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes that grow up to a maximum and are used again. What goes beyond the maximum is dropped, and
 * remembered as an overflow.
 */
final class TextBuffer {
  private final int maxBytes;
  private byte[] bytes;
  private int length;
  private boolean overflow;

  TextBuffer(int maxBytes) {
    this.maxBytes = maxBytes;
    this.bytes = new byte[Math.min(maxBytes, 64 << 10)];
  }

  void clear() {
    length = 0;
    overflow = false;
  }

  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Whether more was appended than there may be. */
  boolean overflow() {
    return overflow;
  }

  void append(byte[] from, int start, int end) {
    int count = end - start;
    if (count > bytes.length - length && !grow(count)) {
      return;
    }
    System.arraycopy(from, start, bytes, length, count);
    length += count;
  }

  void append(int value) {
    if (length == bytes.length && !grow(1)) {
      return;
    }
    bytes[length++] = (byte) value;
  }

  /** Appends a code point that is no surrogate as UTF-8. */
  void appendCodePoint(int codePoint) {
    if (codePoint < 0x80) {
      append(codePoint);
    } else if (codePoint < 0x800) {
      append(0xc0 | (codePoint >> 6));
      append(0x80 | (codePoint & 0x3f));
    } else if (codePoint < 0x10000) {
      append(0xe0 | (codePoint >> 12));
      append(0x80 | ((codePoint >> 6) & 0x3f));
      append(0x80 | (codePoint & 0x3f));
    } else {
      append(0xf0 | (codePoint >> 18));
      append(0x80 | ((codePoint >> 12) & 0x3f));
      append(0x80 | ((codePoint >> 6) & 0x3f));
      append(0x80 | (codePoint & 0x3f));
    }
  }

  /** A view, valid until the next change. */
  ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  private boolean grow(int count) {
    if (count > maxBytes - length) {
      overflow = true;
      return false;
    }
    long wanted = Math.max(2L * bytes.length, (long) length + count);
    bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, maxBytes));
    return true;
  }
}
