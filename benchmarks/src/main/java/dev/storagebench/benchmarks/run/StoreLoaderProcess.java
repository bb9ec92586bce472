package dev.storagebench.benchmarks.run;

import dev.storagebench.benchmarks.fork.EngineJvm;
import dev.storagebench.benchmarks.fork.ForkLimit;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellSettings;
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
   * @param number which of the independently loaded stores with these settings, from 0
   * @param progress is called with the number of records loaded
   * @return the report of the preparation: its store, or a problem
   */
  public static CellReport prepare(
      CellSettings settings, PackedSummary data, int number, LongConsumer progress)
      throws IOException {
    return EngineJvm.run(
        settings,
        ForkLimit.ofStore(settings, data),
        List.of("-D" + CellReport.STORE_PROPERTY + "=" + number),
        StoreLoaderProcess.class,
        List.of(),
        line -> {
          if (line.startsWith(LOADED)) {
            progress.accept(Long.parseLong(line.substring(LOADED.length())));
          }
        });
  }

  /** Loads one store; takes the parameters as {@code name=value}. */
  public static void main(String[] arguments) {
    EngineJvm.writeReport(arguments, StoreLoaderProcess::load);
  }

  private static CellReport load(CellSettings settings) throws IOException {
    int number = Integer.getInteger(CellReport.STORE_PROPERTY, 0);
    try (CellStore stores = CellStore.of(settings, false, number);
        var lease = stores.lease(records -> System.out.println(LOADED + records))) {
      return CellReport.of(stores.engineReport(), lease.info(), List.of());
    }
  }
}
