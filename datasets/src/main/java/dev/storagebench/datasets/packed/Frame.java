package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A frame read back: filled and checked by one thread, then walked record by record by another. Its
 * buffers are used again for the next frame.
 */
final class Frame {
  private final Path path;
  private ByteBuffer bytes = Layout.allocate(2 * Layout.FRAME_BYTES);
  private ByteBuffer key = bytes.duplicate();
  private ByteBuffer value = bytes.duplicate();
  private long offset;
  private long firstRecord;
  private int records;
  private int walked;
  private int headAt;
  private int headEnd;
  private int bodyAt;
  private int bodyEnd;
  private boolean withBody;

  Frame(Path path) {
    this.path = path;
  }

  /**
   * Reads a frame and checks it against its checksums and the index.
   *
   * @param withBody false to read the keys only
   */
  void read(BlockFile file, FrameIndex index, int frame, boolean withBody) throws IOException {
    offset = index.offset(frame);
    this.withBody = withBody;
    int headBytes = index.headBytes(frame);
    int bodyBytes = withBody ? index.bodyBytes(frame) : 0;
    int total = Math.addExact(headBytes, bodyBytes);
    if (total > bytes.capacity()) {
      bytes = Layout.allocate(total);
      key = bytes.duplicate();
      value = bytes.duplicate();
    }
    file.read(bytes, total, offset);
    bytes.clear();
    if (bytes.getLong(0) != Layout.XXH64.hash(bytes, 8, headBytes - 8, 0)
        || (withBody && bytes.getLong(40) != Layout.XXH64.hash(bytes, headBytes, bodyBytes, 0))) {
      throw bad("the frame's checksum is wrong");
    }
    headAt = FrameBuffer.HEAD_START;
    headEnd = bytes.getInt(16);
    bodyAt = headBytes;
    bodyEnd = headBytes + bytes.getInt(20);
    records = bytes.getInt(24);
    firstRecord = bytes.getLong(32);
    walked = 0;
    if (bytes.getInt(8) != headBytes
        || bytes.getInt(12) != index.bodyBytes(frame)
        || headEnd > headBytes
        || bytes.getInt(20) > bytes.getInt(12)
        || firstRecord != index.firstRecord(frame)
        || records != index.records(frame)) {
      throw bad("the frame is not the one its index promises");
    }
  }

  /** Advances to the next record; false at the frame's end. */
  boolean next() throws BadInputException {
    if (walked == records) {
      if (headAt != headEnd || (withBody && bodyAt != bodyEnd)) {
        throw bad("the frame holds more than its %,d records".formatted(records));
      }
      return false;
    }
    int keyLength = varint();
    int valueLength = varint();
    if (keyLength < 1
        || keyLength > RecordReader.MAX_KEY_BYTES
        || keyLength > headEnd - headAt
        || valueLength < 0
        || (withBody && valueLength > bodyEnd - bodyAt)) {
      throw bad("record %,d does not fit into its frame".formatted(firstRecord + walked));
    }
    // The limit comes first: a position past the old limit would be refused.
    key.limit(headAt + keyLength).position(headAt);
    headAt += keyLength;
    if (withBody) {
      value.limit(bodyAt + valueLength).position(bodyAt);
      bodyAt += valueLength;
    }
    walked++;
    return true;
  }

  private int varint() {
    int number = 0;
    for (int shift = 0; shift < 7 * Varint.MAX_BYTES && headAt < headEnd; shift += 7) {
      byte next = bytes.get(headAt++);
      number |= (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
    return -1;
  }

  long firstRecord() {
    return firstRecord;
  }

  ByteBuffer key() {
    return key;
  }

  ByteBuffer value() {
    return value;
  }

  private BadInputException bad(String problem) {
    return new BadInputException(
        new Place(path.toString(), 0, offset),
        problem + "; delete the file so that it is packed again");
  }
}
