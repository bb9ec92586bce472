package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;
import static dev.storagebench.datasets.packed.BlockFile.XXH64;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The catalog of a {@link BlockFile}: JSON behind all else, to which the first block points. A file
 * is as long as its catalog says, and each kind of file has its own.
 */
enum Catalog {
  /** Catalog of a {@link PackedFile}. */
  RECORDS(
      "SBRECORD",
      2,
      "packed record file",
      "restore it from a copy or pack the data set again (in the cache folder, deleting it is enough)"),
  /** Catalog of a {@link KeyTable}. */
  KEYS("SBKEYTAB", 2, "key table", "it is built again");

  private static final int CHECKSUM_AT = BLOCK_BYTES - Long.BYTES;

  private final long magic;
  private final int version;
  private final String label;
  private final String remedy;

  Catalog(String magic, int version, String label, String remedy) {
    this.magic = firstLong(magic.getBytes(StandardCharsets.US_ASCII));
    this.version = version;
    this.label = label;
    this.remedy = remedy;
  }

  private static long firstLong(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Whether a file of this kind begins so. */
  boolean begins(byte[] head) {
    return head.length >= Long.BYTES && firstLong(head) == magic;
  }

  /** Writes the catalog and the first block, and puts the whole file onto stable storage. */
  void write(BlockFile file, long offset, Object content) throws IOException {
    byte[] json = JsonMapper.shared().writeValueAsBytes(content);
    ByteBuffer text = BlockFile.allocate(BlockFile.padded(json.length)).put(json);
    int bytes = BlockFile.pad(text);
    ByteBuffer start = BlockFile.allocate(BLOCK_BYTES).putLong(magic).putInt(version);
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
  <T> T read(BlockFile file, Class<T> type) throws IOException {
    long size = file.size();
    ByteBuffer start = BlockFile.allocate(BLOCK_BYTES);
    if (size >= BLOCK_BYTES) {
      file.read(start, BLOCK_BYTES, 0);
    }
    if (start.getLong() != magic) {
      throw bad(file, 0, "not a %s (%,d bytes)".formatted(label, size));
    }
    int itsVersion = start.getInt();
    if (itsVersion != version) {
      throw bad(
          file,
          Long.BYTES,
          "%s of version %d; this release reads version %d: use the release that wrote it, or pack the data set again"
              .formatted(label, itsVersion, version));
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
      return JsonMapper.shared().readValue(json, type);
    } catch (JacksonException e) {
      throw damaged(file, offset, "impossible catalog");
    }
  }

  /** For a file that is not as it was written. */
  BadInputException damaged(BlockFile file, long offset, String problem) {
    return bad(file, offset, "damaged %s: %s; %s".formatted(label, problem, remedy));
  }

  private static BadInputException bad(BlockFile file, long offset, String problem) {
    return BadInputException.damage(new Place(file.path().toString(), 0, offset), problem, null);
  }
}
