package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * The first block of a packed file.
 *
 * @param summary the totals
 * @param frames how many frames follow
 * @param indexOffset where the frame index starts, in bytes
 * @param indexBytes the index's length with its padding; the file ends with it
 * @param indexChecksum XXH64 of those bytes
 */
record Header(
    PackedSummary summary, long frames, long indexOffset, long indexBytes, long indexChecksum) {

  /** The ASCII characters SBRECORD, read as a little endian number. */
  static final long MAGIC = 0x44524f4345524253L;

  private static final int VERSION = 1;
  private static final int CHECKSUM_AT = Layout.BLOCK_BYTES - Long.BYTES;

  long fileBytes() {
    return indexOffset + indexBytes;
  }

  /** Writes the header into a zeroed block. */
  void encode(ByteBuffer block) {
    block
        .clear()
        .putLong(MAGIC)
        .putInt(VERSION)
        .putInt(Layout.BLOCK_BYTES)
        .putLong(summary.records())
        .putLong(summary.keyBytes())
        .putLong(summary.valueBytes())
        .putInt(summary.maxKeyBytes())
        .putInt(summary.maxValueBytes())
        .putLong(HexFormat.fromHexDigitsToLong(summary.digest()))
        .putLong(frames)
        .putLong(indexOffset)
        .putLong(indexBytes)
        .putLong(indexChecksum)
        .clear();
    block.putLong(CHECKSUM_AT, Layout.XXH64.hash(block, 0, CHECKSUM_AT, 0));
  }

  /** Reads and checks the header of a file. */
  static Header read(BlockFile file, Path path) throws IOException {
    long size = file.size();
    if (size < Layout.BLOCK_BYTES) {
      throw bad(
          path,
          0,
          "not a packed record file: it has %,d bytes, its header alone would have %,d"
              .formatted(size, Layout.BLOCK_BYTES));
    }
    ByteBuffer block = Layout.allocate(Layout.BLOCK_BYTES);
    file.read(block, Layout.BLOCK_BYTES, 0);
    block.clear();
    if (block.getLong() != MAGIC) {
      throw bad(path, 0, "not a packed record file: it does not start with SBRECORD");
    }
    int version = block.getInt();
    if (version != VERSION) {
      throw bad(
          path,
          8,
          "packed record file of version %d, this program reads version %d; delete the file so that it is packed again"
              .formatted(version, VERSION));
    }
    if (block.getLong(CHECKSUM_AT) != Layout.XXH64.hash(block, 0, CHECKSUM_AT, 0)) {
      throw bad(
          path, 0, "the header's checksum is wrong; delete the file so that it is packed again");
    }
    Header header = decode(block.position(16));
    if (header.fileBytes() != size) {
      throw bad(
          path,
          size,
          "the file has %,d bytes, its header says %,d; delete the file so that it is packed again"
              .formatted(size, header.fileBytes()));
    }
    return header;
  }

  private static Header decode(ByteBuffer block) {
    return new Header(
        new PackedSummary(
            block.getLong(),
            block.getLong(),
            block.getLong(),
            block.getInt(),
            block.getInt(),
            HexFormat.of().toHexDigits(block.getLong())),
        block.getLong(),
        block.getLong(),
        block.getLong(),
        block.getLong());
  }

  private static BadInputException bad(Path path, long offset, String problem) {
    return new BadInputException(new Place(path.toString(), 0, offset), problem);
  }
}
