package dev.storagebench.datasets.inspect;

import dev.storagebench.datasets.BadInputException;
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

  private final DataInput input;
  private final PackingProgress progress;
  private final SeenKeys seen = new SeenKeys();
  private final Sizes keys = new Sizes();
  private final Sizes values = new Sizes();
  private long duplicateKeys;

  private Inspection(DataInput input, PackingProgress progress) {
    this.input = input;
    this.progress = progress;
  }

  /**
   * Inspects an input.
   *
   * @param input read to its end, and left open
   * @param stopAtDamage true to fail if the input is damaged; false to report the records before
   * @throws BadInputException also for an input without any good record
   */
  public static InspectionReport of(DataInput input, boolean stopAtDamage, PackingProgress progress)
      throws IOException {
    Inspection inspection = new Inspection(input, progress);
    Optional<String> damage = Optional.empty();
    try {
      inspection.readAll();
    } catch (BadInputException e) {
      if (stopAtDamage || input.reader().counts().records() == 0) {
        throw e;
      }
      damage = Optional.of(String.valueOf(e.getMessage()));
    }
    return inspection.report(damage);
  }

  private void readAll() throws IOException {
    RecordReader reader = input.reader();
    long reportedBytes = 0;
    while (reader.next()) {
      if (seen.put(reader.key(), 1) != 0) {
        duplicateKeys++;
      }
      keys.add(reader.key().remaining());
      values.add(reader.value().remaining());
      long bytes = rawBytes();
      if (bytes - reportedBytes >= PROGRESS_BYTES) {
        reportedBytes = bytes;
        progress.packed(reader.counts().records(), bytes);
      }
    }
    reader.counts().requireRecords(input.name());
    progress.packed(reader.counts().records(), rawBytes());
  }

  private long rawBytes() {
    return keys.sum() + values.sum();
  }

  private InspectionReport report(Optional<String> damage) throws IOException {
    RecordReader reader = input.reader();
    return new InspectionReport(
        input.name(),
        input.format(),
        input.form(),
        input.compression(),
        input.fileBytes(),
        reader.counts().records(),
        reader.counts().badRecords(),
        reader.counts().firstBadRecords(),
        damage,
        reader.counts().notes(),
        duplicateKeys,
        input.spec().keyWarning(reader.counts().records(), duplicateKeys),
        rawBytes(),
        keys.summary(),
        values.summary());
  }
}
