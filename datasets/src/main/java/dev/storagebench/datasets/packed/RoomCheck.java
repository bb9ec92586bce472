package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.RecordReader;
import java.nio.file.Path;

/**
 * Refuses data that is far too large for the disk after its first records, which show about how
 * much all of them take.
 */
final class RoomCheck implements PackingProgress {
  // Of text that is compressed well.
  private static final double SMALLEST_SHARE = 0.2;
  private static final double GIB = 1L << 30;

  private final String source;
  private final RecordReader reader;
  private final Path target;
  private final PackingProgress progress;
  private boolean checked;

  /**
   * A check of data whose number of records is known; of others nothing is checked.
   *
   * @param source the input's name, for the message
   * @param target the file that is written
   * @param progress is told as well
   */
  RoomCheck(String source, RecordReader reader, Path target, PackingProgress progress) {
    this.source = source;
    this.reader = reader;
    this.target = target;
    this.progress = progress;
  }

  @Override
  public void packed(long records, long bytes) {
    if (!checked && records > 0 && reader.expectedRecords().isPresent()) {
      checked = true;
      double all = (double) bytes / records * reader.expectedRecords().getAsLong();
      Path folder = target.toAbsolutePath().getParent();
      double free = Disk.freeBytes(folder);
      if (all * SMALLEST_SHARE > free) {
        throw new IllegalArgumentException(
            "%s has about %.0f GiB, and %s has %.0f GiB free; use fewer records or another folder"
                .formatted(source, all / GIB, folder, free / GIB));
      }
    }
    progress.packed(records, bytes);
  }
}
