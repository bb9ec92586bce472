package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;

import dev.storagebench.datasets.BadInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The file of a {@link KeyTable}: a {@link PackedFile} whose values are pieces of the table, in
 * order, those of the entries (one more than there are keys) under the key 0, those of the keys
 * under 1. It is derived from the packed file with the records, so one that is damaged, outdated or
 * missing is built again.
 *
 * <p>It is read into memory rather than mapped: mapped pages are page cache, which a process shares
 * with whoever touched them first and loses under pressure, so that a memory limit would mean
 * something else in each fork (docs/decisions/0017-key-table.md).
 */
final class KeyTableFile {
  private static final String SUFFIX = ".keys";

  /** So much of the next chunk is in a chunk as well: an entry or a key that starts in it. */
  private static final int OVERLAP = BLOCK_BYTES;

  private final PackedFile data;
  private final long digest;
  private final Map<String, Long> notes;
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
    notes = Map.of("digest", digest, "keys", size);
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

  /** Reads the table; null if there is none of this packed file that is sound. */
  @Nullable KeyTable read(int chunkShift) throws IOException {
    try (PackedFile file = PackedFile.open(path);
        PackedCursor pieces = file.cursor()) {
      if (!file.summary().notes().equals(notes)) {
        return null;
      }
      long end = keysAt + file.summary().valueBytes() - (size + 1) * KeyTable.ENTRY_BYTES;
      ByteBuffer[] chunks = new ByteBuffer[(int) (((end - 1) >>> chunkShift) + 1)];
      for (int i = 0; i < chunks.length; i++) {
        long left = end - ((long) i << chunkShift);
        chunks[i] = BlockFile.allocate(Math.min(left, (1L << chunkShift) + OVERLAP));
      }
      long[] ends = {0, keysAt};
      while (pieces.next()) {
        int kind = pieces.key().get();
        copy(pieces.value(), chunks, chunkShift, ends[kind]);
        ends[kind] += pieces.value().remaining();
      }
      return new KeyTable(size, data.summary().records(), keysAt, chunkShift, chunks);
    } catch (NoSuchFileException | BadInputException unusable) {
      return null;
    }
  }

  /** Copies a piece to its place in the table, which may be in several chunks. */
  private static void copy(ByteBuffer piece, ByteBuffer[] chunks, int chunkShift, long place) {
    for (int i = 0; i < chunks.length; i++) {
      long start = (long) i << chunkShift;
      long from = Math.max(place, start);
      long to = Math.min(place + piece.remaining(), start + chunks[i].capacity());
      if (from < to) {
        int first = piece.position() + (int) (from - place);
        chunks[i].put((int) (from - start), piece, first, (int) (to - from));
      }
    }
  }

  /** Builds the file; a sample is drawn by Knuth, TAOCP 2, 3.4.2, algorithm S. */
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(digest);
    ByteBuffer entries = BlockFile.allocate(PackedWriter.FRAME_BYTES).putInt(0).put((byte) 0);
    ByteBuffer keys = BlockFile.allocate(PackedWriter.FRAME_BYTES);
    long end = 0;
    long added = 0;
    try (PackedWriter file = PackedWriter.create(path);
        PackedCursor cursor = data.keys()) {
      while (added < size && cursor.next()) {
        long left = data.summary().records() - cursor.index();
        if (size - added == left || random.nextLong(left) < size - added) {
          makeRoom(cursor.key().remaining(), keys, 1, file);
          end += cursor.key().remaining();
          keys.put(cursor.key());
          makeRoom(KeyTable.ENTRY_BYTES, entries, 0, file);
          entries.putInt((int) end).put((byte) (end >>> Integer.SIZE));
          added++;
        }
      }
      makeRoom(Integer.MAX_VALUE, entries, 0, file);
      makeRoom(Integer.MAX_VALUE, keys, 1, file);
      file.finish(notes);
    }
  }

  /** Writes a piece, and empties it, unless there is room for so many bytes more. */
  private static void makeRoom(int bytes, ByteBuffer piece, int kind, PackedWriter file)
      throws IOException {
    if (piece.remaining() < bytes) {
      file.add(ByteBuffer.wrap(new byte[] {(byte) kind}), piece.flip());
      piece.clear();
    }
  }
}
