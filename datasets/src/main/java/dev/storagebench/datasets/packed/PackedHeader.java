package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
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
record PackedHeader(
    PackedSummary summary, long frames, long indexOffset, long indexBytes, long indexChecksum) {

  /** The ASCII characters SBRECORD, read as a little endian number. */
  static final long MAGIC = 0x44524f4345524253L;

  private static final int VERSION = 1;
  private static final int CHECKSUM_AT = BLOCK_BYTES - Long.BYTES;

  /** The header as it stands in the file. */
  ByteBuffer encode() {
    ByteBuffer block = BlockFile.allocate(BLOCK_BYTES);
    block
        .putLong(MAGIC)
        .putInt(VERSION)
        .putInt(BLOCK_BYTES)
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
        .putLong(CHECKSUM_AT, checksum(block));
    return block;
  }

  /** Reads and checks the header of a file. */
  static PackedHeader read(BlockFile file) throws IOException {
    long size = file.size();
    if (size < BLOCK_BYTES) {
      throw bad(
          file, 0, "not a packed record file: %,d bytes, shorter than its header".formatted(size));
    }
    ByteBuffer block = BlockFile.allocate(BLOCK_BYTES);
    file.read(block, BLOCK_BYTES, 0);
    if (block.getLong() != MAGIC) {
      throw bad(file, 0, "not a packed record file: it does not start with SBRECORD");
    }
    int version = block.getInt();
    if (version != VERSION) {
      throw bad(
          file,
          8,
          "packed record file of version %d; this release reads version %d: use the release that wrote it, or pack the data set again"
              .formatted(version, VERSION));
    }
    if (block.getLong(CHECKSUM_AT) != checksum(block)) {
      throw damaged(file, 0, "header checksum mismatch");
    }
    block.getInt();
    PackedHeader header =
        new PackedHeader(
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
    long expected = header.indexOffset + header.indexBytes;
    if (expected != size) {
      throw damaged(file, size, "the file has %,d bytes, expected %,d".formatted(size, expected));
    }
    return header;
  }

  private static long checksum(ByteBuffer block) {
    return BlockFile.XXH64.hash(block, 0, CHECKSUM_AT, 0);
  }

  /** What is thrown for a packed file that is not as it was written. */
  static BadInputException damaged(BlockFile file, long offset, String problem) {
    return bad(
        file,
        offset,
        "damaged packed record file: "
            + problem
            + "; restore it from a copy or pack the data set again (in the cache folder, deleting"
            + " it is enough)");
  }

  private static BadInputException bad(BlockFile file, long offset, String problem) {
    return new BadInputException(new Place(file.path().toString(), 0, offset), problem);
  }
}
