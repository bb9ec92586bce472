package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.PackingProgress;
import dev.storagebench.datasets.packed.TraceSummary;
import dev.storagebench.datasets.trace.TraceFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * After which time a JVM of ours counts as hanging. It follows from what the JVM is to do, at a
 * tenth of the speed of a slow disk: no engine that works is ended.
 */
public final class ForkLimit {
  /** System property: the seconds that each fork has beside its plan. */
  private static final String PATIENCE = "storagebench.fork.patience";

  private static final int START_SECONDS = Integer.getInteger(PATIENCE, 60);
  // Its start with the recovery of a crash, and its shutdown, have two minutes each.
  private static final int SERVER_SECONDS = 240;
  // Copied or loaded, settled, and closed.
  private static final double BYTES_PER_SECOND = 256 << 10;
  private static final double SYNC_SECONDS = 0.05;
  private static final double OPERATION_SECONDS = 0.005;
  // Iterations end when their last operations do.
  private static final int SLACK = 2;

  private ForkLimit() {}

  /** For opening, loading and closing a store. */
  static Duration ofStore(Parameters settings, PackedSummary data) {
    boolean server = Engines.of(settings.candidate()).capabilities().isServer();
    return seconds(
        START_SECONDS + (server ? SERVER_SECONDS : 0) + data.rawBytes() / BYTES_PER_SECOND);
  }

  /** For measuring a cell. */
  static Duration of(Cell cell, PackedSummary data) throws IOException {
    Parameters settings = cell.parameters();
    double planned = cell.plannedTime().toMillis() / 1e3;
    boolean sync = settings.get(Parameter.DURABILITY) == Durability.SYNC;
    double operationSeconds = sync ? SYNC_SECONDS : OPERATION_SECONDS;
    if (cell.writes() && settings.has(Parameter.AGE)) {
      // What is overwritten first by default takes as long as the load, or is a tenth.
      planned +=
          settings.get(Parameter.AGE).orElse(sync ? 0.1 : 0.0) * data.records() * operationSeconds;
    }
    if (cell.isSingleShot()) {
      long operations = cell.operations(data);
      if (settings.get(Parameter.DATASET).format().equals(TraceFormat.NAME)) {
        try (OperationFile file =
            OperationFile.open(
                CellStore.packed(settings, CacheFolder.current(), PackingProgress.NONE))) {
          TraceSummary trace = file.summary();
          operations = trace.operations();
          Optional<Rate> rate = cell.rate();
          planned += rate.map(each -> trace.lastNanos() / 1e9 / each.perSecond()).orElse(0.0);
        }
      }
      planned += operations * operationSeconds;
    }
    return ofStore(settings, data).plus(seconds(SLACK * planned));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }
}
