package dev.storagebench.datasets.amazon;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A reused array that a key or value is put together in, never longer than its maximum. */
final class RecordBytes {
  private static final int FIRST_CAPACITY = 16 << 10;

  private static final int SHORT_BYTES = 2 * Long.BYTES;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final int maxBytes;
  private byte[] bytes;
  private ByteBuffer view;
  private int length;

  /** What is shown instead of the own bytes; null if nothing. */
  private byte @Nullable [] shown;

  private int shownFrom;
  private int shownTo;
  private boolean overflowed;

  RecordBytes(int maxBytes) {
    this.maxBytes = maxBytes;
    this.bytes = new byte[Math.min(FIRST_CAPACITY, maxBytes)];
    this.view = ByteBuffer.wrap(bytes);
  }

  /** Begins anew. */
  void clear() {
    length = 0;
    overflowed = false;
    shown = null;
  }

  /** Holds, until the next {@link #clear}, the bytes {@code [from, to)} of another array. */
  void show(byte[] array, int from, int to) {
    clear();
    shown = array;
    shownFrom = from;
    shownTo = to;
  }

  int length() {
    return length;
  }

  int maxBytes() {
    return maxBytes;
  }

  /** Whether anything was left out because it went beyond the maximum. */
  boolean overflowed() {
    return overflowed;
  }

  /** The bytes as a heap buffer, valid until the next change. */
  ByteBuffer view() {
    byte[] array = shown == null ? bytes : shown;
    if (view.array() != array) {
      view = ByteBuffer.wrap(array);
    }
    return shown == null
        ? view.clear().limit(length)
        : view.clear().limit(shownTo).position(shownFrom);
  }

  /** Appends one byte, or overflows. */
  void append(byte b) {
    if (length == bytes.length && !grow(1)) {
      return;
    }
    bytes[length++] = b;
  }

  /** Appends {@code [from, to)}, or overflows and appends nothing. */
  void append(byte[] source, int from, int to) {
    int added = to - from;
    if (added > bytes.length - length && !grow(added)) {
      return;
    }
    if (added <= SHORT_BYTES
        && from <= source.length - SHORT_BYTES
        && length <= bytes.length - SHORT_BYTES) {
      // Most fields are short; two words are copied faster than their exact number of bytes.
      LONG.set(bytes, length, (long) LONG.get(source, from));
      LONG.set(bytes, length + Long.BYTES, (long) LONG.get(source, from + Long.BYTES));
    } else {
      System.arraycopy(source, from, bytes, length, added);
    }
    length += added;
  }

  /** Appends all of the other's bytes. */
  void append(RecordBytes other) {
    append(other.bytes, 0, other.length);
  }

  /** Appends a Unicode scalar value as UTF-8. */
  void appendCodePoint(int codePoint) {
    if (codePoint < 0x80) {
      append((byte) codePoint);
    } else if (codePoint < 0x800) {
      append((byte) (0xc0 | (codePoint >> 6)));
      append(continuation(codePoint));
    } else if (codePoint < 0x10000) {
      append((byte) (0xe0 | (codePoint >> 12)));
      append(continuation(codePoint >> 6));
      append(continuation(codePoint));
    } else {
      append((byte) (0xf0 | (codePoint >> 18)));
      append(continuation(codePoint >> 12));
      append(continuation(codePoint >> 6));
      append(continuation(codePoint));
    }
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | (bits & 0x3f));
  }

  private boolean grow(int added) {
    if (added > maxBytes - length) {
      overflowed = true;
      return false;
    }
    int doubled = (int) Math.min(maxBytes, 2L * bytes.length);
    bytes = Arrays.copyOf(bytes, Math.max(doubled, length + added));
    return true;
  }
}
