package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Where each frame of a packed file starts, how long its two parts are and which record it starts
 * with: 24 bytes of heap for about a MiB of file.
 */
final class FrameIndex {
  private static final int ENTRY_BYTES = 24;

  private int size;
  private long allRecords;
  private long[] offsets = new long[64];
  private long[] firstRecords = new long[64];
  private long[] partBytes = new long[64];

  /** Appends a frame. */
  void add(long offset, long firstRecord, int headBytes, int bodyBytes) {
    if (size == offsets.length) {
      int capacity = Math.multiplyExact(size, 2);
      offsets = Arrays.copyOf(offsets, capacity);
      firstRecords = Arrays.copyOf(firstRecords, capacity);
      partBytes = Arrays.copyOf(partBytes, capacity);
    }
    offsets[size] = offset;
    firstRecords[size] = firstRecord;
    partBytes[size] = (long) bodyBytes << 32 | headBytes;
    size++;
  }

  /** How many frames there are. */
  int size() {
    return size;
  }

  long offset(int frame) {
    return offsets[frame];
  }

  long firstRecord(int frame) {
    return firstRecords[frame];
  }

  /** How many records a frame holds. */
  long records(int frame) {
    return (frame + 1 < size ? firstRecords[frame + 1] : allRecords) - firstRecords[frame];
  }

  int headBytes(int frame) {
    return (int) partBytes[frame];
  }

  int bodyBytes(int frame) {
    return (int) (partBytes[frame] >>> 32);
  }

  /** The frame that holds this record, which exists. */
  int frameOf(long record) {
    int found = Arrays.binarySearch(firstRecords, 0, size, record);
    return found >= 0 ? found : -found - 2;
  }

  /** The index as it stands in the file, with its padding. */
  ByteBuffer encode() {
    ByteBuffer bytes =
        Layout.allocate(Layout.padded(Math.multiplyExact(Math.max(size, 1), ENTRY_BYTES)));
    for (int i = 0; i < size; i++) {
      bytes.putLong(offsets[i]).putLong(firstRecords[i]).putLong(partBytes[i]);
    }
    return bytes.clear();
  }

  /** Reads and checks the index of a file whose header is sound. */
  static FrameIndex read(BlockFile file, Header header, Path path) throws IOException {
    ByteBuffer bytes = Layout.allocate(Math.toIntExact(header.indexBytes()));
    file.read(bytes, bytes.capacity(), header.indexOffset());
    if (Layout.XXH64.hash(bytes, 0, bytes.capacity(), 0) != header.indexChecksum()) {
      throw new BadInputException(
          new Place(path.toString(), 0, header.indexOffset()),
          "the frame index's checksum is wrong; delete the file so that it is packed again");
    }
    FrameIndex index = new FrameIndex();
    index.allRecords = header.summary().records();
    bytes.clear();
    for (long i = 0; i < header.frames(); i++) {
      index.add(bytes.getLong(), bytes.getLong(), bytes.getInt(), bytes.getInt());
    }
    return index;
  }
}
