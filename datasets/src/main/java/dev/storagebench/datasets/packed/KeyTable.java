package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The keys of a packed file, off the heap, immutable, shared by all threads: the keys' bytes and 5
 * bytes a key to find them. Index 0 is the first record's key; a sample keeps the file's order.
 *
 * <p>The memory is direct, counts against {@code -XX:MaxDirectMemorySize} and is given back when
 * the table and its views are unreachable.
 *
 * <p>How a key is found: all keys lie behind each other, and the 40-bit start of each stands in 5
 * bytes. The 8 bytes read at {@code 5 * index} thus hold the key's start and the low 24 bits of the
 * next one's, so its length as well: one read for both.
 */
public final class KeyTable {
  /** Bytes a key takes beside its own. */
  static final int OFFSET_BYTES = 5;

  /** Bytes after the last offset of a chunk, the low part of the next offset. */
  static final int TAIL_BYTES = Long.BYTES - OFFSET_BYTES;

  /** Offsets in one chunk, as a power of two: the largest whose bytes an int can count. */
  static final int OFFSETS_SHIFT = 28;

  /** A chunk of keys is at most this long, as a power of two (less one byte). */
  static final int KEYS_SHIFT = 31;

  static final long START_MASK = (1L << (8 * OFFSET_BYTES)) - 1;
  private static final int LENGTH_MASK = (1 << (8 * TAIL_BYTES)) - 1;

  private final long size;
  private final long recordsInFile;
  private final ByteBuffer[] offsets;
  private final ByteBuffer[] keys;
  private final long[] keysStart;

  /**
   * @param offsets chunks of 2^{@value #OFFSETS_SHIFT} offsets
   * @param keys chunks of keys, none of which crosses a border
   * @param keysStart the start of each chunk's first key, and behind the last the end of all
   */
  KeyTable(
      long size, long recordsInFile, ByteBuffer[] offsets, ByteBuffer[] keys, long[] keysStart) {
    this.size = size;
    this.recordsInFile = recordsInFile;
    this.offsets = offsets;
    this.keys = keys;
    this.keysStart = keysStart;
  }

  /** What the table of a file with these totals takes, {@code maxBytes} at most. */
  public static long bytes(PackedSummary summary, long maxBytes) {
    return Math.min(maxBytes, summary.keyBytes() + OFFSET_BYTES * summary.records());
  }

  /**
   * Reads all keys of a file or, where they would take more than {@code maxBytes}, a uniform sample
   * of them without repetition, as many as surely fit. The values are not read.
   *
   * @param seed decides the sample; the same file, limit and seed give the same one
   * @throws IllegalArgumentException if not even one key is sure to fit
   */
  public static KeyTable read(PackedFile file, long maxBytes, long seed) throws IOException {
    return KeyTableReader.read(file, maxBytes, seed);
  }

  /** How many keys the table holds. */
  public long size() {
    return size;
  }

  /** Whether these are fewer than the file's. */
  public boolean sampled() {
    return size < recordsInFile;
  }

  /** How many records the file has. */
  public long recordsInFile() {
    return recordsInFile;
  }

  /** The direct memory the table holds, its views included: they share it. */
  public long bytes() {
    long bytes = 0;
    for (ByteBuffer chunk : offsets) {
      bytes += chunk.capacity();
    }
    for (ByteBuffer chunk : keys) {
      bytes += chunk.capacity();
    }
    return bytes;
  }

  /** A window onto the table for one thread. */
  public View view() {
    return new View(this);
  }

  /** A window onto the table, for one thread. */
  public static final class View {
    private final long size;
    private final ByteBuffer[] offsets;
    private final ByteBuffer[] keys;
    private final long[] keysStart;
    private final ByteBuffer firstOffsets;
    private final ByteBuffer firstKeys;
    private final long firstKeysEnd;

    private View(KeyTable table) {
      size = table.size;
      offsets = duplicates(table.offsets);
      keys = duplicates(table.keys);
      keysStart = table.keysStart;
      firstOffsets = offsets[0];
      firstKeys = keys[0];
      firstKeysEnd = keysStart[1];
    }

    private static ByteBuffer[] duplicates(ByteBuffer[] chunks) {
      ByteBuffer[] own = new ByteBuffer[chunks.length];
      for (int i = 0; i < chunks.length; i++) {
        own[i] = chunks[i].duplicate().order(ByteOrder.LITTLE_ENDIAN);
      }
      return own;
    }

    /**
     * A key: a direct buffer, its bytes between position and limit, to be read only and valid until
     * the next call, which hands out the same buffer again (one per 2 GiB of keys). The caller may
     * move its position and limit. Allocates nothing.
     *
     * @param index from 0 to {@code size() - 1}
     * @throws IndexOutOfBoundsException if there is no such key
     */
    public ByteBuffer key(long index) {
      Objects.checkIndex(index, size);
      long entry =
          index < 1L << OFFSETS_SHIFT
              ? firstOffsets.getLong((int) index * OFFSET_BYTES)
              : offsets[(int) (index >>> OFFSETS_SHIFT)].getLong(
                  (int) (index & ((1L << OFFSETS_SHIFT) - 1)) * OFFSET_BYTES);
      long start = entry & START_MASK;
      int length = ((int) (entry >>> (8 * OFFSET_BYTES)) - (int) start) & LENGTH_MASK;
      // The limit comes before the position: a position past the old limit would be refused.
      if (start < firstKeysEnd) {
        return firstKeys.limit((int) start + length).position((int) start);
      }
      // A chunk may lack the few bytes into which its next key did not fit, so it is this or later.
      int chunk = (int) (start >>> KEYS_SHIFT);
      while (start >= keysStart[chunk + 1]) {
        chunk++;
      }
      int position = (int) (start - keysStart[chunk]);
      return keys[chunk].limit(position + length).position(position);
    }
  }
}
