package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;
import static dev.storagebench.datasets.packed.BlockFile.XXH64;
import static java.util.Objects.requireNonNull;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Catalog of a {@link PackedFile}: JSON behind all else, to which the first block points. The file
 * is as long as its catalog says.
 */
record Catalog(PackedSummary summary, List<FrameEntry> frames) {
  private static final long MAGIC = firstLong("SBRECORD".getBytes(StandardCharsets.US_ASCII));
  private static final int VERSION = 2;
  private static final int CHECKSUM_AT = BLOCK_BYTES - Long.BYTES;

  Catalog {
    requireNonNull(summary.digest());
    frames = List.copyOf(frames);
  }

  /**
   * A frame.
   *
   * @param offset where it starts in the file
   * @param headBytes the length of its head with padding
   * @param bodyBytes the length of its body with padding
   */
  record FrameEntry(long offset, long firstRecord, int records, int headBytes, int bodyBytes) {
    long bytes() {
      return (long) headBytes + bodyBytes;
    }

    /** Whether it may stand there; a record takes three bytes of the head at least. */
    private boolean isPossible(long end, long expectedFirst) {
      return offset == end
          && firstRecord == expectedFirst
          && headBytes >= BLOCK_BYTES
          && headBytes % BLOCK_BYTES == 0
          && bodyBytes >= 0
          && bodyBytes % BLOCK_BYTES == 0
          && records > 0
          && records <= headBytes / 3;
    }
  }

  /** Whether a file of this size may have such numbers. */
  private boolean isPossible(long size) {
    long end = BLOCK_BYTES;
    long records = 0;
    for (FrameEntry each : frames) {
      if (!each.isPossible(end, records)) {
        return false;
      }
      end += each.bytes();
      records += each.records;
    }
    return end < size
        && records == summary.records()
        && summary.digest().matches("[0-9a-f]{16}")
        && Math.min(summary.keyBytes(), summary.valueBytes()) >= 0
        && Math.max(summary.keyBytes(), summary.valueBytes()) <= size
        && summary.maxKeyBytes() >= 0
        && summary.maxKeyBytes() <= RecordReader.MAX_KEY_BYTES
        && summary.maxValueBytes() >= 0
        && summary.maxValueBytes() <= RecordReader.MAX_VALUE_BYTES;
  }

  private static long firstLong(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Whether a packed file begins so. */
  static boolean begins(byte[] head) {
    return head.length >= Long.BYTES && firstLong(head) == MAGIC;
  }

  /** Writes the catalog and the first block, and puts the whole file onto stable storage. */
  void write(BlockFile file, long offset) throws IOException {
    byte[] json = JsonMapper.shared().writeValueAsBytes(this);
    ByteBuffer text = BlockFile.allocate(BlockFile.padded(json.length)).put(json);
    int bytes = BlockFile.pad(text);
    ByteBuffer start = BlockFile.allocate(BLOCK_BYTES).putLong(MAGIC).putInt(VERSION);
    start.putInt(json.length).putLong(offset).putLong(XXH64.hash(text, 0, bytes, 0));
    start.putLong(CHECKSUM_AT, XXH64.hash(start, 0, CHECKSUM_AT, 0));
    file.write(text, bytes, offset);
    file.write(start, BLOCK_BYTES, 0);
    file.sync();
  }

  /**
   * Reads and checks the first block, the file's length and the catalog.
   *
   * @throws BadInputException if the file is of another kind or version, or damaged
   */
  static Catalog read(BlockFile file) throws IOException {
    long size = file.size();
    ByteBuffer start = BlockFile.allocate(BLOCK_BYTES);
    if (size >= BLOCK_BYTES) {
      file.read(start, BLOCK_BYTES, 0);
    }
    if (start.getLong() != MAGIC) {
      throw bad(file, 0, "not a packed record file (%,d bytes)".formatted(size));
    }
    int version = start.getInt();
    if (version != VERSION) {
      throw bad(
          file,
          Long.BYTES,
          "packed record file of version %d; this release reads version %d: use the release that wrote it, or pack the data set again"
              .formatted(version, VERSION));
    }
    if (start.getLong(CHECKSUM_AT) != XXH64.hash(start, 0, CHECKSUM_AT, 0)) {
      throw damaged(file, 0, "checksum mismatch of the first block");
    }
    int length = start.getInt();
    long offset = start.getLong();
    long bytes = BlockFile.padded(length);
    if (length < 1 || offset < BLOCK_BYTES || offset % BLOCK_BYTES != 0 || offset + bytes != size) {
      throw damaged(
          file,
          size,
          "the file has %,d bytes, expected %,d".formatted(size, Math.max(0, offset + bytes)));
    }
    ByteBuffer text = BlockFile.allocate(bytes);
    file.read(text, (int) bytes, offset);
    if (start.getLong() != XXH64.hash(text, 0, (int) bytes, 0)) {
      throw damaged(file, offset, "checksum mismatch of the catalog");
    }
    byte[] json = new byte[length];
    text.get(json);
    try {
      Catalog catalog = JsonMapper.shared().readValue(json, Catalog.class);
      if (!catalog.isPossible(size)) {
        throw damaged(file, 0, "impossible numbers in the catalog");
      }
      return catalog;
    } catch (JacksonException e) {
      throw damaged(file, offset, "impossible catalog");
    }
  }

  /** For a file that is not as it was written. */
  static BadInputException damaged(BlockFile file, long offset, String problem) {
    return bad(
        file,
        offset,
        "damaged packed record file: %s; restore it from a copy or pack the data set again (in the cache folder, deleting it is enough)"
            .formatted(problem));
  }

  private static BadInputException bad(BlockFile file, long offset, String problem) {
    return BadInputException.damage(new Place(file.path().toString(), 0, offset), problem, null);
  }
}
