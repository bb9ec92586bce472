package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;
import static dev.storagebench.datasets.packed.BlockFile.XXH64;

import dev.storagebench.datasets.BadInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The file of a {@link KeyTable}: the entries (one more than there are keys), the keys, each part
 * padded to a block, and a {@link Catalog}. It is derived from the packed file, so one that is
 * damaged, outdated or missing is built again.
 *
 * <p>It is read into memory rather than mapped: mapped pages are page cache, which a process shares
 * with whoever touched them first and loses under pressure, so that a memory limit would mean
 * something else in each fork (docs/decisions/0017-key-table.md).
 */
final class KeyTableFile {
  private static final String SUFFIX = ".keys";

  /** Unit of hashing and writing; the hash of a piece is the seed of the next. */
  private static final int PIECE_BYTES = 1 << 20;

  private final PackedFile data;
  private final long digest;
  private final long size;
  private final long keysAt;
  private final Path path;

  /**
   * @param maxBytes how large the table may be before keys are sampled
   */
  KeyTableFile(PackedFile data, long maxBytes) {
    this.data = data;
    PackedSummary summary = data.summary();
    if (summary.records() == 0) {
      throw new IllegalArgumentException(data.path() + " holds no records, so it has no keys");
    }
    digest = HexFormat.fromHexDigitsToLong(summary.digest());
    double all = summary.keyBytes() + (double) summary.records() * KeyTable.ENTRY_BYTES;
    // A sample's keys may be longer than the mean; the percent is far more than they ever are.
    size = (long) (summary.records() * (all <= maxBytes ? 1 : 0.99 * maxBytes / all));
    keysAt = BlockFile.padded((size + 1) * KeyTable.ENTRY_BYTES);
    Path beside = data.path().toAbsolutePath();
    path =
        Files.isWritable(beside.getParent())
            ? beside.resolveSibling(beside.getFileName() + SUFFIX)
            : Path.of(
                // The cache folder, in forks; the temporary one is gone with a fork.
                System.getProperty("storagebench.cache", System.getProperty("java.io.tmpdir")),
                summary.digest() + SUFFIX);
  }

  /**
   * Catalog of the file.
   *
   * @param digest of the packed file
   * @param size the number of keys
   * @param entries checksum of the entries
   * @param keys checksum of the keys
   */
  private record Content(long digest, long size, long entries, long keys, long keyBytes) {}

  boolean isCurrent() throws IOException {
    try (BlockFile file = BlockFile.read(path)) {
      return content(file) != null;
    } catch (NoSuchFileException missing) {
      return false;
    }
  }

  /** Catalog of this packed file's table; null if it is another's, or damaged. */
  private @Nullable Content content(BlockFile file) throws IOException {
    try {
      Content found = Catalog.KEYS.read(file, Content.class);
      long end = BLOCK_BYTES + keysAt + BlockFile.padded(found.keyBytes);
      return found.digest == digest
              && found.size == size
              && found.keyBytes <= file.size()
              && end < file.size()
          ? found
          : null;
    } catch (BadInputException unusable) {
      return null;
    }
  }

  /** Reads the table; null if there is none that is sound. */
  @Nullable KeyTable read(int chunkShift) throws IOException {
    try (BlockFile file = BlockFile.read(path)) {
      Content expected = content(file);
      if (expected == null) {
        return null;
      }
      long end = keysAt + BlockFile.padded(expected.keyBytes());
      ByteBuffer[] chunks = new ByteBuffer[(int) (((end - 1) >>> chunkShift) + 1)];
      for (int i = 0; i < chunks.length; i++) {
        long start = (long) i << chunkShift;
        // Longer than the step by a piece, so that whatever starts in a chunk is whole in it.
        long bytes = Math.min(end - start, (1L << chunkShift) + PIECE_BYTES);
        chunks[i] = BlockFile.allocate(bytes);
        file.read(chunks[i], (int) bytes, BLOCK_BYTES + start);
      }
      boolean sound =
          checksum(chunks, chunkShift, 0, keysAt) == expected.entries()
              && checksum(chunks, chunkShift, keysAt, end) == expected.keys();
      return sound
          ? new KeyTable(size, data.summary().records(), keysAt, chunkShift, chunks)
          : null;
    } catch (NoSuchFileException missing) {
      return null;
    }
  }

  private static long checksum(ByteBuffer[] chunks, int chunkShift, long from, long to) {
    long hash = 0;
    for (long at = from; at < to; at += PIECE_BYTES) {
      int bytes = (int) Math.min(PIECE_BYTES, to - at);
      int position = (int) at & ((1 << chunkShift) - 1);
      hash = XXH64.hash(chunks[(int) (at >>> chunkShift)], position, bytes, hash);
    }
    return hash;
  }

  /** Builds the file; a sample is drawn by Knuth, TAOCP 2, 3.4.2, algorithm S. */
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(digest);
    ByteBuffer entry = BlockFile.allocate(Long.BYTES);
    long start = 0;
    long added = 0;
    try (TemporaryFile temporary = TemporaryFile.of(path);
        BlockFile file = BlockFile.create(temporary.path());
        PackedCursor cursor = data.keys()) {
      BlockSection entries = new BlockSection(file, BLOCK_BYTES, PIECE_BYTES);
      BlockSection keys = new BlockSection(file, BLOCK_BYTES + keysAt, PIECE_BYTES);
      while (added < size && cursor.next()) {
        long left = data.summary().records() - cursor.index();
        if (size - added == left || random.nextLong(left) < size - added) {
          entries.put(entry.clear().putLong(0, start).limit(KeyTable.ENTRY_BYTES));
          start += cursor.key().remaining();
          keys.put(cursor.key());
          added++;
        }
      }
      entries.put(entry.clear().putLong(0, start).limit(KeyTable.ENTRY_BYTES));
      long entriesSum = entries.finish();
      Content content = new Content(digest, size, entriesSum, keys.finish(), start);
      Catalog.KEYS.write(file, keys.end(), content);
      temporary.commit();
    }
  }
}
