package dev.storagebench.datasets.convert;

import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.Excerpt;
import dev.storagebench.datasets.input.Utf8;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A range of an array.
 *
 * @param array the bytes; not copied
 * @param from the first index
 * @param to one more than the last index
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the array is the point
record Bytes(byte[] array, int from, int to) {

  /** A heap buffer's bytes from position to limit. */
  static Bytes of(ByteBuffer heap) {
    int from = heap.arrayOffset() + heap.position();
    return new Bytes(heap.array(), from, from + heap.remaining());
  }

  int length() {
    return to - from;
  }

  /** The index in the array of the first such byte; {@link #to} if there is none. */
  int indexOf(byte wanted) {
    return ByteScan.indexOf(array, from, to, wanted);
  }

  Bytes range(int newFrom, int newTo) {
    return new Bytes(array, newFrom, newTo);
  }

  boolean endsWith(char ascii) {
    return from < to && array[to - 1] == ascii;
  }

  /** The bytes, a character each. */
  String latin1() {
    return new String(array, from, length(), StandardCharsets.ISO_8859_1);
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(array, from, length());
  }

  /**
   * Refuses what is not UTF-8.
   *
   * @param what what these bytes are, and {@code form} where they should go, for the message
   */
  void requireUtf8(String what, String form) throws UnwritableRecordException {
    int malformed = Utf8.indexOfMalformed(array, from, to);
    if (malformed < to) {
      throw new UnwritableRecordException(
          "byte %,d of the %s, \\x%02x, is not UTF-8, which %s must be (found %s)"
              .formatted(
                  malformed - from,
                  what,
                  array[malformed] & 0xff,
                  form,
                  Excerpt.of(array, malformed, to)));
    }
  }
}
