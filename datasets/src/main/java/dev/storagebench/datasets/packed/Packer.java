package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * Packs records into a file with unique keys: the last record with a key wins and stays in its own
 * place, as if each were put in turn. Takes {@link SeenKeys} and a bit a record of memory; only the
 * first 2^31 records can be replaced. Where keys repeat, the file is written twice, so that the
 * disk holds both for a while.
 */
public final class Packer {
  private static final long PROGRESS_BYTES = 1 << 20;
  // Of text that is compressed well.
  private static final double SMALLEST_SHARE = 0.2;
  private static final double GIB = 1L << 30;

  private final SeenKeys lastRecord = new SeenKeys();
  private final BitSet replaced = new BitSet();

  private Packer() {}

  /**
   * Packs all records into the target, which is replaced; on failure no file of this is left.
   *
   * @param source the input's name for error messages
   * @param reader stays open
   * @param progress called about once per MiB
   * @throws BadInputException for a bad record, unless they are skipped, and for no records at all
   */
  public static PackedSummary pack(
      String source, RecordReader reader, Path target, PackingProgress progress)
      throws IOException {
    Packer packer = new Packer();
    try (TemporaryFile all = TemporaryFile.of(target);
        PackedWriter writer = PackedWriter.create(all.path())) {
      packer.write(source, reader, target, writer, progress);
      Map<String, Long> notes = new TreeMap<>(reader.counts().notes());
      if (reader.counts().badRecords() > 0) {
        notes.put("bad records left out", reader.counts().badRecords());
      }
      if (!packer.replaced.isEmpty()) {
        notes.put(PackedSummary.DUPLICATES, (long) packer.replaced.cardinality());
      }
      PackedSummary summary = writer.finish(notes);
      if (!packer.replaced.isEmpty()) {
        return packer.copyKept(all.path(), target, notes);
      }
      all.commit();
      return summary;
    }
  }

  private void write(
      String source,
      RecordReader reader,
      Path target,
      PackedWriter writer,
      PackingProgress progress)
      throws IOException {
    long records = 0;
    long bytes = 0;
    long reported = 0;
    while (reader.next()) {
      writer.add(reader.key(), reader.value());
      bytes += reader.key().remaining() + reader.value().remaining();
      // Numbers start at 1, records at 0.
      long before = lastRecord.put(reader.key(), ++records) - 1;
      if (before >= 0) {
        replaced.set(Math.toIntExact(before));
      }
      if (bytes - reported >= PROGRESS_BYTES) {
        if (reported == 0) {
          requireDiskSpace(source, reader, target, (double) bytes / records);
        }
        reported = bytes;
        progress.packed(records, bytes);
      }
    }
    progress.packed(records, bytes);
    reader.counts().requireRecords(source);
  }

  /** Refuses data that is far too large for the disk, if the number of its records is known. */
  private static void requireDiskSpace(
      String source, RecordReader reader, Path target, double meanBytes) {
    double all = meanBytes * reader.expectedRecords().orElse(0);
    Path folder = target.toAbsolutePath().getParent();
    double free = Disk.freeBytes(folder);
    if (all * SMALLEST_SHARE > free) {
      throw new IllegalArgumentException(
          "%s has about %.0f GiB, and %s has %.0f GiB free; use fewer records or another folder"
              .formatted(source, all / GIB, folder, free / GIB));
    }
  }

  private PackedSummary copyKept(Path from, Path to, Map<String, Long> notes) throws IOException {
    try (PackedFile all = PackedFile.open(from);
        PackedCursor cursor = all.cursor();
        PackedWriter writer = PackedWriter.create(to)) {
      while (cursor.next()) {
        if (cursor.index() > Integer.MAX_VALUE || !replaced.get((int) cursor.index())) {
          writer.add(cursor.key(), cursor.value());
        }
      }
      return writer.finish(notes);
    }
  }
}
