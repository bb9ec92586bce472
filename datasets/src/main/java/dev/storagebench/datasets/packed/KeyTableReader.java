package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Fills a {@link KeyTable} from a packed file, in the file's order. */
final class KeyTableReader {
  private static final long OFFSETS_PER_CHUNK = 1L << KeyTable.OFFSETS_SHIFT;

  private final long size;
  private final long budgetKeyBytes;
  private final int maxChunkBytes;
  private final ByteBuffer[] offsets;
  private final List<ByteBuffer> keys = new ArrayList<>();
  private final List<Long> keysStart = new ArrayList<>();
  private long added;
  private long addedBytes;

  /**
   * @param budgetKeyBytes what the keys may take, all allocated
   * @param maxChunkBytes the longest chunk of keys
   */
  private KeyTableReader(long size, long budgetKeyBytes, int maxChunkBytes) {
    this.size = size;
    this.budgetKeyBytes = budgetKeyBytes;
    this.maxChunkBytes = maxChunkBytes;
    this.offsets = new ByteBuffer[(int) ((size + OFFSETS_PER_CHUNK - 1) / OFFSETS_PER_CHUNK)];
    for (int i = 0; i < offsets.length; i++) {
      long here = Math.min(OFFSETS_PER_CHUNK, size - i * OFFSETS_PER_CHUNK);
      offsets[i] = allocate((int) here * KeyTable.OFFSET_BYTES + KeyTable.TAIL_BYTES);
    }
    newChunk();
  }

  static KeyTable read(PackedFile file, long maxBytes, long seed) throws IOException {
    return read(file, maxBytes, seed, Integer.MAX_VALUE);
  }

  /** With chunks of keys small enough for a test. */
  static KeyTable read(PackedFile file, long maxBytes, long seed, int maxChunkBytes)
      throws IOException {
    PackedSummary summary = file.summary();
    if (summary.records() == 0) {
      throw new IllegalArgumentException(file.path() + " holds no records, so it has no keys");
    }
    KeySample sample = KeySample.fitting(summary, maxBytes);
    SplittableRandom random = new SplittableRandom(seed);
    while (true) {
      KeyTableReader reader = new KeyTableReader(sample.keys(), sample.keyBytes(), maxChunkBytes);
      if (reader.fill(file, random)) {
        return reader.table(summary.records());
      }
      // One in 10^12 samples is longer than its bound; the next draw goes on from the same seed.
    }
  }

  /** Draws the sample (Knuth, TAOCP 2, 3.4.2, algorithm S); false if its keys are too long. */
  private boolean fill(PackedFile file, SplittableRandom random) throws IOException {
    long records = file.summary().records();
    try (PackedCursor cursor = file.keys()) {
      while (added < size && cursor.next()) {
        long left = records - cursor.index();
        long wanted = size - added;
        if (wanted == left || random.nextLong(left) < wanted) {
          if (addedBytes + cursor.key().remaining() > budgetKeyBytes) {
            return false;
          }
          add(cursor.key());
        }
      }
    }
    return true;
  }

  private void add(ByteBuffer key) {
    ByteBuffer chunk = keys.get(keys.size() - 1);
    if (key.remaining() > chunk.remaining()) {
      chunk = newChunk();
    }
    putStart();
    addedBytes += key.remaining();
    chunk.put(key);
    added++;
  }

  private ByteBuffer newChunk() {
    ByteBuffer chunk = allocate((int) Math.min(maxChunkBytes, budgetKeyBytes - addedBytes));
    keys.add(chunk);
    keysStart.add(addedBytes);
    return chunk;
  }

  /** Writes the next key's start into its own 5 bytes and, at a chunk's border, the tail before. */
  private void putStart() {
    int chunk = (int) (added >>> KeyTable.OFFSETS_SHIFT);
    int position = (int) (added & (OFFSETS_PER_CHUNK - 1)) * KeyTable.OFFSET_BYTES;
    if (position == 0 && chunk > 0) {
      putTail(offsets[chunk - 1]);
    }
    offsets[chunk].putInt(position, (int) addedBytes).put(position + 4, (byte) (addedBytes >>> 32));
  }

  private void putTail(ByteBuffer chunk) {
    int position = chunk.capacity() - KeyTable.TAIL_BYTES;
    chunk
        .putShort(position, (short) addedBytes)
        .put(position + Short.BYTES, (byte) (addedBytes >>> Short.SIZE));
  }

  private KeyTable table(long recordsInFile) {
    putTail(offsets[offsets.length - 1]);
    keysStart.add(addedBytes);
    return new KeyTable(
        size,
        recordsInFile,
        offsets,
        keys.toArray(ByteBuffer[]::new),
        keysStart.stream().mapToLong(Long::longValue).toArray());
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
