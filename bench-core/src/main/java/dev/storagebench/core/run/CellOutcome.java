package dev.storagebench.core.run;

import dev.storagebench.core.cell.CellReport;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;

/** How one round of a cell ended. */
public sealed interface CellOutcome {

  /**
   * It did its work, and every checked answer was right.
   *
   * @param profiles files of profilers, relative to the run's folder
   */
  record Measured(RunResult result, CellReport report, List<String> profiles)
      implements CellOutcome {}

  /**
   * It failed: a wrong answer, an error of the engine, or the death of the fork.
   *
   * @param message why, for people
   * @param report what the fork left, if anything
   */
  record Failed(String message, @Nullable CellReport report) implements CellOutcome {}

  /** It cannot run on this machine, or the engine has not what it asks for. */
  record Unsupported(String reason) implements CellOutcome {}
}
