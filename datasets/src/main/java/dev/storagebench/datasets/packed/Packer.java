package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Packs records into a file with unique keys, in bounded memory: see {@link KeyNumbers} for what a
 * key costs. Where the last of equal keys wins and there are some, the file is written twice, so
 * that the disk holds both for a while.
 */
public final class Packer {
  private final String source;
  private final Duplicates duplicates;
  private final PackingProgress progress;

  /**
   * @param source the input's name for error messages
   * @param duplicates what to do about equal keys
   * @param progress told about once per MiB
   */
  public Packer(String source, Duplicates duplicates, PackingProgress progress) {
    this.source = source;
    this.duplicates = duplicates;
    this.progress = progress;
  }

  /**
   * What came of it.
   *
   * @param summary the packed file's totals
   * @param report what was met in the input
   */
  public record Outcome(PackedSummary summary, PackingReport report) {}

  /**
   * Packs all records into the target, which is replaced; on failure no file of this is left.
   *
   * @param reader stays open
   * @throws BadInputException for a bad record, unless they are skipped, and for no records at all
   */
  public Outcome pack(RecordReader reader, Path target) throws IOException {
    KeyPolicy policy =
        switch (duplicates) {
          case LAST_WINS -> new LastWins();
          case ORDINAL -> new OrdinalKeys();
        };
    Path all = target.resolveSibling(target.getFileName() + ".all" + PackedWriter.TEMPORARY_SUFFIX);
    try (TemporaryFile temporary = new TemporaryFile(all);
        PackedWriter writer = PackedWriter.create(temporary.path())) {
      PackedSummary summary = write(reader, writer, policy);
      if (policy instanceof LastWins lastWins && lastWins.duplicates() > 0) {
        summary = copyWithoutReplaced(all, target, lastWins);
      } else {
        Files.move(all, target, StandardCopyOption.ATOMIC_MOVE);
      }
      return new Outcome(summary, report(reader.counts(), policy.duplicates()));
    }
  }

  private PackedSummary write(RecordReader reader, PackedWriter writer, KeyPolicy policy)
      throws IOException {
    long records = 0;
    long bytes = 0;
    long toldBytes = 0;
    while (reader.next()) {
      writer.add(policy.keyFor(reader.key(), records), reader.value());
      records++;
      bytes += reader.key().remaining() + reader.value().remaining();
      if (bytes - toldBytes >= Layout.FRAME_BYTES) {
        toldBytes = bytes;
        progress.packed(records, bytes);
      }
    }
    progress.packed(records, bytes);
    if (records == 0) {
      throw new BadInputException(
          new Place(source, 0, 0),
          "no records: the input is empty or holds nothing of this format (%,d bad records)"
              .formatted(reader.counts().badRecords()));
    }
    return writer.finish();
  }

  private static PackedSummary copyWithoutReplaced(Path from, Path to, LastWins lastWins)
      throws IOException {
    try (PackedFile all = PackedFile.open(from);
        PackedCursor cursor = all.cursor();
        PackedWriter writer = PackedWriter.create(to)) {
      while (cursor.next()) {
        if (!lastWins.replaced(cursor.index())) {
          writer.add(cursor.key(), cursor.value());
        }
      }
      return writer.finish();
    }
  }

  private static PackingReport report(ReadCounts counts, long duplicateKeys) {
    return new PackingReport(
        counts.records(),
        counts.badRecords(),
        counts.firstBadRecords(),
        duplicateKeys,
        counts.notes());
  }
}
