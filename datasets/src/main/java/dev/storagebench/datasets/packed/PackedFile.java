package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A packed record file open for reading, past the page cache where the file system allows it. Safe
 * for any number of threads, each with a cursor of its own. Cursors are closed before the file.
 */
public final class PackedFile implements Closeable {
  private final Path path;
  private final BlockFile file;
  private final Header header;
  private final FrameIndex index;
  private final SpareFrames frames;

  private PackedFile(Path path, BlockFile file, Header header, FrameIndex index) {
    this.path = path;
    this.file = file;
    this.header = header;
    this.index = index;
    this.frames = new SpareFrames(path);
  }

  /**
   * Opens a file and checks its header, its length and its frame index; the frames are checked as
   * they are read.
   *
   * @throws BadInputException if it is no packed file, one of another version, or damaged
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  public static PackedFile open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new BadInputException(
          new Place(file.toString(), 0, 0), "this is a directory; name a file in it");
    }
    BlockFile blocks = BlockFile.read(file);
    try {
      Header header = Header.read(blocks, file);
      return new PackedFile(file, blocks, header, FrameIndex.read(blocks, header, file));
    } catch (IOException | RuntimeException e) {
      blocks.close();
      throw e;
    }
  }

  /** The file, as it was opened. */
  public Path path() {
    return path;
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
    return header.summary();
  }

  /** Whether reads bypass the page cache. */
  public boolean direct() {
    return file.direct();
  }

  /** A walk over all records in the order they were written. */
  public PackedCursor cursor() throws IOException {
    return cursor(0, 1);
  }

  /**
   * A walk over one of several disjoint, contiguous ranges, in order, that together are the whole
   * file and differ by one record at most.
   *
   * @param part from 0 to {@code parts - 1}
   * @param parts at least 1; ranges are empty where there are fewer records
   */
  public PackedCursor cursor(int part, int parts) throws IOException {
    if (part < 0 || part >= parts) {
      throw new IllegalArgumentException(
          "part %d of %d: expected 0 to %d".formatted(part, parts, parts - 1));
    }
    return cursor(bound(part, parts), bound(part + 1, parts), true);
  }

  private long bound(int part, int parts) {
    long records = summary().records();
    return records / parts * part + records % parts * part / parts;
  }

  /** A walk over all keys; the values are not read. */
  PackedCursor keys() {
    return cursor(0, summary().records(), false);
  }

  private PackedCursor cursor(long first, long end, boolean withBodies) {
    int from = first < end ? index.frameOf(first) : 0;
    int to = first < end ? index.frameOf(end - 1) + 1 : 0;
    return new PackedCursor(
        new FrameReadAhead(
            file, index, frames, String.valueOf(path.getFileName()), from, to, withBodies),
        first,
        end);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
