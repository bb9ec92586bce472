package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A frame read back: filled and checked by one thread, then walked record by record by another. Its
 * buffers are used again for the next frame.
 */
final class Frame {
  private final BlockFile file;
  private final ByteBuffer bytes;
  private final ByteBuffer key;
  private final ByteBuffer value;
  private long offset;
  private long firstRecord;
  private int records;
  private int walked;
  private int headAt;
  private int headEnd;
  private int bodyAt;
  private int bodyEnd;
  private boolean withBody;

  /**
   * @param mostBytes of any frame in the file
   */
  Frame(BlockFile file, long mostBytes) {
    this.file = file;
    bytes = BlockFile.allocate(mostBytes);
    key = bytes.duplicate();
    value = bytes.duplicate();
  }

  /**
   * Reads a frame and checks it against its checksums and the index.
   *
   * @param withBody false to read the keys only
   */
  void read(PackedFile.FrameEntry entry, boolean withBody) throws IOException {
    offset = entry.offset();
    this.withBody = withBody;
    int headBytes = entry.headBytes();
    int bodyBytes = withBody ? entry.bodyBytes() : 0;
    int total = Math.addExact(headBytes, bodyBytes);
    file.read(bytes, total, offset);
    if (bytes.getLong(0) != BlockFile.XXH64.hash(bytes, 8, headBytes - 8, 0)
        || (withBody
            && bytes.getLong(40) != BlockFile.XXH64.hash(bytes, headBytes, bodyBytes, 0))) {
      throw damaged("frame checksum mismatch");
    }
    headAt = PackedWriter.HEAD_START;
    headEnd = bytes.getInt(16);
    bodyAt = headBytes;
    bodyEnd = headBytes + bytes.getInt(20);
    records = bytes.getInt(24);
    firstRecord = bytes.getLong(32);
    walked = 0;
    if (bytes.getInt(8) != headBytes
        || bytes.getInt(12) != entry.bodyBytes()
        || headEnd > headBytes
        || bytes.getInt(20) > bytes.getInt(12)
        || firstRecord != entry.firstRecord()
        || records != entry.records()) {
      throw damaged("the frame does not match its index entry");
    }
  }

  /** Advances to the next record; false at the frame's end. */
  boolean next() throws BadInputException {
    if (walked == records) {
      if (headAt != headEnd || (withBody && bodyAt != bodyEnd)) {
        throw damaged("the frame holds more than its %,d records".formatted(records));
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
      throw damaged("record %,d exceeds its frame".formatted(firstRecord + walked));
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

  /** Unsigned LEB128; -1 if it does not end. */
  private int varint() {
    int number = 0;
    for (int shift = 0; shift < Integer.SIZE && headAt < headEnd; shift += 7) {
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

  private BadInputException damaged(String problem) {
    return Catalog.RECORDS.damaged(file, offset, problem);
  }
}
