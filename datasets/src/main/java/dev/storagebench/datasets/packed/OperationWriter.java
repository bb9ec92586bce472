package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.packed.OperationFile.Head;
import dev.storagebench.datasets.packed.OperationFile.Part;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes an {@link OperationFile}, which appears whole or not at all. For one thread. */
public final class OperationWriter implements Closeable {
  private final TemporaryFile temporary;
  private final BlockFile file;
  private final List<Section> sections = new ArrayList<>();

  /**
   * @param sizes the number of operations of each part; that of the last one may be unknown
   */
  OperationWriter(Path target, List<Long> sizes) throws IOException {
    temporary = TemporaryFile.of(target);
    file = BlockFile.create(temporary.path());
    long offset = BlockFile.BLOCK_BYTES;
    for (long size : sizes) {
      sections.add(new Section(new BlockSection(file, offset, OperationFile.PIECE_BYTES)));
      offset += BlockFile.padded(size * OperationFile.ENTRY_BYTES);
    }
  }

  /** Starts the operations of the records that will be packed into a file. */
  public static OperationWriter create(Path records) throws IOException {
    return new OperationWriter(OperationFile.beside(records), List.of(0L));
  }

  /**
   * Appends an operation.
   *
   * @param word as {@link OperationFile#word} makes it
   * @param nanos its time, not before that of the operation before it
   */
  public void add(long word, long nanos) throws IOException {
    sections.get(0).add(word, nanos, false);
  }

  void add(int part, long word, long nanos, boolean warmsUp) throws IOException {
    sections.get(part).add(word, nanos, warmsUp);
  }

  /** Writes the rest and the catalog, and renames the file to its target, durably. */
  public void finish(TraceSummary summary) throws IOException {
    finish(summary, summary.operations() / OperationFile.WARM_UP_SHARE, 0);
  }

  /**
   * @param warmUp the number of operations of a single part that warm up
   * @param digest of the file that this one was divided from; 0 for none
   */
  void finish(TraceSummary summary, long warmUp, long digest) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (Section each : sections) {
      parts.add(
          new Part(
              each.entries.start(),
              each.operations,
              sections.size() == 1 ? warmUp : each.warmUp,
              each.entries.finish()));
    }
    long own = digest == 0 ? parts.get(0).checksum() : digest;
    long end = sections.get(sections.size() - 1).entries.end();
    Catalog.OPERATIONS.write(file, end, new Head(own, summary, parts));
    file.close();
    temporary.commit();
  }

  @Override
  public void close() throws IOException {
    try (temporary) {
      file.close();
    }
  }

  /** The operations of one part. */
  private static final class Section {
    private final BlockSection entries;
    private long operations;
    private long warmUp;

    Section(BlockSection entries) {
      this.entries = entries;
    }

    void add(long word, long nanos, boolean warmsUp) throws IOException {
      entries.putLong(word);
      entries.putLong(nanos);
      operations++;
      warmUp += warmsUp ? 1 : 0;
    }
  }
}
