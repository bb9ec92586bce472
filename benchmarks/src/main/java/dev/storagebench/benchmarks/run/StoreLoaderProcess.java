package dev.storagebench.benchmarks.run;

import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.benchmarks.fork.ForkWork;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Prepares stores in JVMs of their own, so that no engine's library is ever loaded into the host
 * and a crash of one costs nothing else.
 */
public final class StoreLoaderProcess {
  /** Begins a line with the number of records loaded so far. */
  private static final String LOADED = "loaded ";

  private StoreLoaderProcess() {}

  /**
   * Loads the store of a cell into the cache unless it is there.
   *
   * @param number which of the independently loaded stores with its settings, from 0
   * @param progress is called with the number of records loaded
   * @return the report of the preparation: its store, or a problem
   */
  public static CellReport prepare(Cell cell, PackedSummary data, int number, LongConsumer progress)
      throws IOException {
    try (Fork fork = Fork.toOpen(ForkPlan.of(cell, data, 0, number), List.of())) {
      return fork.run(
          StoreLoaderProcess.class,
          line -> {
            if (line.startsWith(LOADED)) {
              progress.accept(Long.parseLong(line.substring(LOADED.length())));
            }
          });
    }
  }

  /** Loads the planned store. */
  public static void main(String[] arguments) {
    ForkWork.run(StoreLoaderProcess::load);
  }

  private static CellReport load(ForkPlan plan) throws IOException {
    try (CellStore stores = CellStore.of(plan.cell().parameters(), false, plan.store());
        var lease = stores.lease(records -> System.out.println(LOADED + records))) {
      return CellReport.of(stores.engineReport(), lease.info(), List.of());
    }
  }
}
