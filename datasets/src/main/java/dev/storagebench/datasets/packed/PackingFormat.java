package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import java.io.IOException;
import java.nio.file.Path;

/** A format that packs its input itself, because it writes more than records. */
public interface PackingFormat extends RecordFormat {

  /**
   * Packs the input; on failure the target is not written.
   *
   * @param argument as {@link RecordFormat#open} takes it
   * @param target the packed record file, written last
   * @return the totals of the records
   */
  PackedSummary pack(String argument, ReadOptions options, Path target, PackingProgress progress)
      throws IOException;

  /**
   * Whether the files beside a packed record file are whole.
   *
   * @throws java.nio.file.NoSuchFileException if one is missing
   * @throws dev.storagebench.datasets.BadInputException if one is damaged
   */
  boolean isComplete(Path target) throws IOException;
}
