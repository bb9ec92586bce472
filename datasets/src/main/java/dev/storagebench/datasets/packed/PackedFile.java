package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.input.CloseOnFailure;
import dev.storagebench.datasets.packed.Catalog.FrameEntry;
import dev.storagebench.datasets.packed.PackedCursor.Frame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A packed record file open for reading, past the page cache where the file system allows it. Safe
 * for any number of threads, each with a cursor of its own. Cursors are closed before the file.
 */
public final class PackedFile implements Closeable {
  private final BlockFile file;
  private final PackedSummary summary;
  private final List<FrameEntry> index;
  private final long largestFrame;
  // Direct memory is freed only when the collector runs, so cursors hand their frames on.
  private final ConcurrentLinkedQueue<Frame> spare = new ConcurrentLinkedQueue<>();
  private final ExecutorService readers = BlockFile.readAheadThreads();

  private PackedFile(BlockFile file) throws IOException {
    this.file = file;
    Catalog catalog = Catalog.read(file);
    summary = catalog.summary();
    index = catalog.frames();
    largestFrame = index.stream().mapToLong(FrameEntry::bytes).max().orElse(0);
  }

  /**
   * Opens a file and checks its first block, its length and its catalog; the frames are checked as
   * they are read.
   *
   * @throws BadInputException if it is no packed file, one of another version, or damaged
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  public static PackedFile open(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new BadInputException(path.toString(), "this is a directory; name a file in it");
    }
    return CloseOnFailure.of(BlockFile.read(path), PackedFile::new);
  }

  /** The file, as it was opened. */
  public Path path() {
    return file.path();
  }

  /**
   * Whether files in a folder can be read past the page cache; tries it with a small file, which it
   * removes.
   */
  public static boolean bypassesPageCache(Path folder) throws IOException {
    Path trial = Files.createTempFile(folder, "direct", ".trial");
    try (BlockFile file = BlockFile.read(trial)) {
      return file.direct();
    } finally {
      Files.delete(trial);
    }
  }

  /** The totals, from the header. */
  public PackedSummary summary() {
    return summary;
  }

  /** A walk over all records in the order they were written. */
  public PackedCursor cursor() {
    return cursor(0, 1);
  }

  /**
   * A walk over one of several disjoint, contiguous ranges, in order, that together are the whole
   * file and differ by one record at most.
   *
   * @param part from 0 to {@code parts - 1}
   * @param parts at least 1; ranges are empty where there are fewer records
   */
  public PackedCursor cursor(int part, int parts) {
    if (part < 0 || part >= parts) {
      throw new IllegalArgumentException(
          "part %d of %d: expected 0 to %d".formatted(part, parts, parts - 1));
    }
    return new PackedCursor(this, bound(part, parts), bound(part + 1, parts), true);
  }

  /** A walk over the first records, at most as many as the file has. */
  public PackedCursor first(long records) {
    return new PackedCursor(this, 0, Math.min(records, summary().records()), true);
  }

  private long bound(int part, int parts) {
    long records = summary().records();
    return records / parts * part + records % parts * part / parts;
  }

  /** A walk over all keys; the values are not read. */
  PackedCursor keys() {
    return new PackedCursor(this, 0, summary().records(), false);
  }

  /** The frame that holds this record, which exists. */
  int frameOf(long record) {
    int found =
        Collections.binarySearch(
            index,
            new FrameEntry(0, record, 0, 0, 0),
            Comparator.comparing(FrameEntry::firstRecord));
    return found < 0 ? -found - 2 : found;
  }

  /**
   * Starts to read a frame. Only threads of this object's own touch the file: an interrupt of the
   * caller would close it.
   */
  Future<Frame> read(int frame, boolean withBody) {
    Frame reused = spare.poll();
    Frame into = reused == null ? new Frame(file, largestFrame) : reused;
    return readers.submit(
        () -> {
          into.read(index.get(frame), withBody);
          return into;
        });
  }

  /** Takes a frame back that a cursor no longer uses. */
  void giveBack(@Nullable Frame frame) {
    if (frame != null) {
      spare.add(frame);
    }
  }

  @Override
  public void close() throws IOException {
    readers.shutdown();
    file.close();
  }
}
