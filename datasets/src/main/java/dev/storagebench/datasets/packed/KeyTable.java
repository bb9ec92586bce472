package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * The keys of a packed file, off the heap, immutable, shared by all threads: the keys' bytes and 5
 * bytes a key to find them. Index 0 is the first record's key; a sample keeps the file's order.
 *
 * <p>The table is built once, into a file beside the packed file ({@code x.records.keys}, or in the
 * temporary folder where that one cannot be written), and read from there past the page cache by
 * every later process. The memory is direct, counts against {@code -XX:MaxDirectMemorySize} and is
 * freed when the table and its views are unreachable.
 *
 * <p>How a key is found: all keys lie behind each other, and the 40-bit start of each stands in 5
 * bytes. The 8 bytes read at {@code 5 * index} thus hold the key's start and the low 24 bits of the
 * next one's, so its length as well: one read for both.
 */
public final class KeyTable {
  /** Bytes a key takes beside its own. */
  static final int ENTRY_BYTES = 5;

  /** Each buffer starts this many bytes behind the one before. */
  private static final int CHUNK_SHIFT = 30;

  /** The keys of a larger data set are sampled. */
  private static final long MAX_BYTES = 4L << 30;

  private static final int START_BITS = 8 * ENTRY_BYTES;
  private static final long START_MASK = (1L << START_BITS) - 1;
  private static final int LENGTH_MASK = (1 << (Long.SIZE - START_BITS)) - 1;

  private final long size;
  private final long recordsInFile;
  private final long keysAt;
  private final int chunkShift;
  private final ByteBuffer[] chunks;

  /**
   * @param keysAt where the first key starts, in bytes behind the first entry
   * @param chunkShift buffer i starts {@code i << chunkShift} bytes behind the first entry and
   *     holds whatever starts before the next one
   */
  KeyTable(long size, long recordsInFile, long keysAt, int chunkShift, ByteBuffer[] chunks) {
    this.size = size;
    this.recordsInFile = recordsInFile;
    this.keysAt = keysAt;
    this.chunkShift = chunkShift;
    this.chunks = chunks;
  }

  /** About what the table of a file with these totals takes off the heap. */
  public static long bytes(PackedSummary summary) {
    return Math.min(MAX_BYTES, summary.keyBytes() + ENTRY_BYTES * summary.records());
  }

  /**
   * All keys of a file or, where they would take more than 4 GiB, a uniform sample of them without
   * repetition, which the file's digest decides.
   *
   * @throws IllegalArgumentException if the file holds no records
   */
  public static KeyTable open(PackedFile file) throws IOException {
    return open(file, MAX_BYTES, CHUNK_SHIFT);
  }

  /** With limits small enough for a test. */
  static KeyTable open(PackedFile file, long maxBytes, int chunkShift) throws IOException {
    KeyTableFile table = new KeyTableFile(file, maxBytes);
    KeyTable ready = table.read(chunkShift);
    if (ready == null) {
      table.write();
      ready = table.read(chunkShift);
    }
    return Objects.requireNonNull(ready, "a key table just written");
  }

  /** Builds the table's file. */
  static void prepare(Path file) throws IOException {
    try (PackedFile packed = PackedFile.open(file)) {
      new KeyTableFile(packed, MAX_BYTES).write();
    }
  }

  /** How many keys the table holds. */
  public long size() {
    return size;
  }

  /** How many records the file has. */
  public long recordsInFile() {
    return recordsInFile;
  }

  /** Whether these are fewer than the file's. */
  public boolean sampled() {
    return size < recordsInFile;
  }

  /** The direct memory the table holds, its views included: they share it. */
  public long bytes() {
    return Arrays.stream(chunks).mapToLong(ByteBuffer::capacity).sum();
  }

  /** A window onto the table for one thread. */
  public View view() {
    return new View(this);
  }

  /** A window onto the table, for one thread. */
  public static final class View {
    private final long size;
    private final long keysAt;
    private final int chunkShift;
    private final ByteBuffer[] entries;
    private final ByteBuffer[] keys;
    // Most tables are one chunk: without its index, a load and a check less.
    private final ByteBuffer firstEntries;
    private final ByteBuffer firstKeys;
    private final int chunkBytes;

    private View(KeyTable table) {
      size = table.size;
      keysAt = table.keysAt;
      chunkShift = table.chunkShift;
      chunkBytes = 1 << chunkShift;
      entries = duplicates(table.chunks);
      keys = duplicates(table.chunks);
      firstEntries = entries[0];
      firstKeys = keys[0];
    }

    private static ByteBuffer[] duplicates(ByteBuffer[] chunks) {
      return Arrays.stream(chunks)
          .map(chunk -> chunk.duplicate().order(ByteOrder.LITTLE_ENDIAN))
          .toArray(ByteBuffer[]::new);
    }

    /**
     * A key: a direct buffer, its bytes between position and limit, to be read only and valid until
     * the next call, which hands out the same buffer again (one per GiB of the table). The caller
     * may move its position and limit. Allocates nothing.
     *
     * @param index from 0 to {@code size() - 1}
     * @throws IndexOutOfBoundsException if there is no such key
     */
    public ByteBuffer key(long index) {
      long entryAt = Objects.checkIndex(index, size) * ENTRY_BYTES;
      long entry =
          entryAt < chunkBytes
              ? firstEntries.getLong((int) entryAt)
              : entries[(int) (entryAt >>> chunkShift)].getLong((int) entryAt & (chunkBytes - 1));
      long start = entry & START_MASK;
      int length = ((int) (entry >>> START_BITS) - (int) start) & LENGTH_MASK;
      long keyAt = keysAt + start;
      ByteBuffer chunk = keyAt < chunkBytes ? firstKeys : keys[(int) (keyAt >>> chunkShift)];
      int position = (int) keyAt & (chunkBytes - 1);
      // The limit comes before the position: a position past the old limit would be refused.
      return chunk.limit(position + length).position(position);
    }
  }
}
