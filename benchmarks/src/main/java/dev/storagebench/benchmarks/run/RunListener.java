package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.List;

/** Is notified of a run's progress, on the thread that runs it. */
public interface RunListener {

  /**
   * Something is being made, packed or loaded.
   *
   * @param of how much it will be; negative while it is not known
   */
  default void advanced(String task, long done, long of) {}

  /** A data set is there, packed now or before. */
  default void packed(String dataset, PackedSummary data) {}

  /** Something keeps the run waiting, or may go wrong later on. */
  void warned(String message);

  /** An engine's version is being fetched; the total is negative while it is not known. */
  default void fetching(String artifact, long bytes, long ofBytes) {}

  /** Forks of rivals, or a single one, are about to start. */
  void started(List<Cell> cells, int round);

  /** A round of a cell is over and logged. */
  void finished(CellResult result);

  /**
   * All cells of a round have a result.
   *
   * @param round from 0
   * @param results of the whole run so far, in the order in which they were measured
   */
  default void roundComplete(int round, List<CellResult> results) {}
}
