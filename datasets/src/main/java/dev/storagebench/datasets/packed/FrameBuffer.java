package dev.storagebench.datasets.packed;

import java.nio.ByteBuffer;

/**
 * A frame being filled. Its head holds the frame's numbers and, per record, the lengths and the
 * key; its body holds the values. Keeping the keys together lets a {@link KeyTable} read a few
 * percent of the file only.
 */
final class FrameBuffer {
  /** Bytes before the first record's entry in the head. */
  static final int HEAD_START = 48;

  private final ByteBuffer head = Layout.allocate(Layout.FRAME_BYTES);
  private ByteBuffer body = Layout.allocate(Layout.FRAME_BYTES);
  private int headEnd = HEAD_START;
  private int bodyEnd;
  private int records;

  /** Whether the record may be added; always, if there is none yet. */
  boolean fits(int keyLength, int valueLength) {
    return records == 0
        || (headEnd + keyLength + 2 * Varint.MAX_BYTES <= Layout.FRAME_BYTES
            && bodyEnd + (long) valueLength <= Layout.FRAME_BYTES);
  }

  void add(ByteBuffer key, ByteBuffer value) {
    int keyLength = key.remaining();
    int valueLength = value.remaining();
    headEnd = Varint.put(head, headEnd, keyLength);
    headEnd = Varint.put(head, headEnd, valueLength);
    head.put(headEnd, key, key.position(), keyLength);
    headEnd += keyLength;
    if (valueLength > body.capacity()) {
      // Only the first record of a frame can be longer than the buffer: nothing to carry over.
      body = Layout.allocate(Layout.padded(valueLength));
    }
    body.put(bodyEnd, value, value.position(), valueLength);
    bodyEnd += valueLength;
    records++;
  }

  /** Pads both parts and writes the frame's numbers and checksums. */
  void seal(long firstRecord) {
    Layout.clear(head, headEnd, headBytes());
    Layout.clear(body, bodyEnd, bodyBytes());
    head.putInt(8, headBytes())
        .putInt(12, bodyBytes())
        .putInt(16, headEnd)
        .putInt(20, bodyEnd)
        .putInt(24, records)
        .putInt(28, 0)
        .putLong(32, firstRecord)
        .putLong(40, Layout.XXH64.hash(body, 0, bodyBytes(), 0))
        .putLong(0, Layout.XXH64.hash(head, 8, headBytes() - 8, 0));
  }

  void reset() {
    headEnd = HEAD_START;
    bodyEnd = 0;
    records = 0;
  }

  int records() {
    return records;
  }

  ByteBuffer head() {
    return head;
  }

  ByteBuffer body() {
    return body;
  }

  int headBytes() {
    return Layout.padded(headEnd);
  }

  int bodyBytes() {
    return Layout.padded(bodyEnd);
  }
}
