package dev.storagebench.datasets.inspect;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.PackingProgress;
import dev.storagebench.datasets.packed.SeenKeys;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads an input once, front to back. The memory is bounded but for the keys, of which 20 to 34
 * bytes each are held off the heap to find duplicates.
 */
public final class Inspection {
  private static final long PROGRESS_BYTES = 1 << 20;

  private final SeenKeys seen = new SeenKeys();
  private final Sizes keys = new Sizes();
  private final Sizes values = new Sizes();
  private long duplicateKeys;

  private Inspection() {}

  /**
   * Inspects an input.
   *
   * @param input read to its end, and left open
   * @param stopAtDamage true to fail if the input is damaged; false to report the records before
   * @throws BadInputException also for an input without any good record
   */
  public static InspectionReport of(DataInput input, boolean stopAtDamage, PackingProgress progress)
      throws IOException {
    Inspection inspection = new Inspection();
    ReadCounts counts = input.reader().counts();
    Optional<String> damage = Optional.empty();
    try {
      inspection.readAll(input.reader(), progress);
      counts.requireRecords(input.name());
      progress.packed(counts.records(), inspection.rawBytes());
    } catch (BadInputException e) {
      if (stopAtDamage || counts.records() == 0) {
        throw e;
      }
      damage = Optional.of(String.valueOf(e.getMessage()));
    }
    return new InspectionReport(
        input.name(),
        input.spec().format(),
        input.form(),
        input.compression(),
        input.fileBytes(),
        counts.records(),
        counts.badRecords(),
        counts.firstBadRecords(),
        damage,
        counts.notes(),
        inspection.duplicateKeys,
        input.spec().keyWarning(counts.records(), inspection.duplicateKeys),
        inspection.rawBytes(),
        inspection.keys.summary(),
        inspection.values.summary());
  }

  private void readAll(RecordReader reader, PackingProgress progress) throws IOException {
    long reportedBytes = 0;
    while (reader.next()) {
      if (seen.put(reader.key(), 1) != 0) {
        duplicateKeys++;
      }
      keys.add(reader.key().remaining());
      values.add(reader.value().remaining());
      if (rawBytes() - reportedBytes >= PROGRESS_BYTES) {
        reportedBytes = rawBytes();
        progress.packed(reader.counts().records(), reportedBytes);
      }
    }
  }

  private long rawBytes() {
    return keys.sum() + values.sum();
  }
}
