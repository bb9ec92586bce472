package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Where each frame of a packed file starts, how long its two parts are and which record it starts
 * with: 24 bytes for about a MiB of file, in memory as in the file.
 */
final class FrameIndex {
  private static final int ENTRY_BYTES = 24;

  private ByteBuffer entries = BlockFile.allocate(BlockFile.BLOCK_BYTES);
  private int size;
  private long records;

  /** Appends a frame. */
  void add(long offset, long firstRecord, int records, int headBytes, int bodyBytes) {
    if (entries.remaining() < ENTRY_BYTES) {
      entries = BlockFile.allocate(2L * entries.capacity()).put(entries.flip());
    }
    entries.putLong(offset).putLong(firstRecord).putInt(headBytes).putInt(bodyBytes);
    this.records = firstRecord + records;
    size++;
  }

  /** How many frames there are. */
  int size() {
    return size;
  }

  long offset(int frame) {
    return entries.getLong(frame * ENTRY_BYTES);
  }

  long firstRecord(int frame) {
    return frame == size ? records : entries.getLong(frame * ENTRY_BYTES + 8);
  }

  int headBytes(int frame) {
    return entries.getInt(frame * ENTRY_BYTES + 16);
  }

  int bodyBytes(int frame) {
    return entries.getInt(frame * ENTRY_BYTES + 20);
  }

  /** The frame that holds this record, which exists. */
  int frameOf(long record) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstRecord(middle) <= record) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The index as it stands in the file, with its padding. */
  ByteBuffer encode() {
    int bytes = (int) BlockFile.padded(Math.max(1, size * ENTRY_BYTES));
    ByteBuffer encoded = BlockFile.allocate(bytes);
    return encoded.put(0, entries, 0, size * ENTRY_BYTES);
  }

  /** Reads and checks the index of a file whose header is sound. */
  static FrameIndex read(BlockFile file, PackedHeader header) throws IOException {
    FrameIndex index = new FrameIndex();
    int bytes = Math.toIntExact(header.indexBytes());
    index.entries = BlockFile.allocate(bytes);
    file.read(index.entries, bytes, header.indexOffset());
    if (BlockFile.XXH64.hash(index.entries, 0, bytes, 0) != header.indexChecksum()) {
      throw PackedHeader.damaged(file, header.indexOffset(), "frame index checksum mismatch");
    }
    index.size = Math.toIntExact(header.frames());
    index.records = header.summary().records();
    return index;
  }
}
