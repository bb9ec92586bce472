package dev.storagebench.sql.mysql;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.store.CellStore;
import java.io.IOException;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A program that loads a store into the cache, slowly, to be killed meanwhile. Its arguments are
 * engine, data set and table; it prints how many records it has loaded.
 */
public final class SlowLoad {
  private static final long REST_MILLIS = 20;

  private SlowLoad() {}

  public static void main(String[] arguments) throws IOException {
    prepare(
        arguments[0],
        arguments[1],
        arguments[2],
        records -> {
          System.out.println(records);
          try {
            Thread.sleep(REST_MILLIS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  static StoreInfo prepare(String engine, String dataset, String table, LongConsumer progress)
      throws IOException {
    try (CellStore stores = stores(engine, dataset, table);
        var lease = stores.lease(progress)) {
      return lease.info();
    }
  }

  public static CellStore stores(String engine, String dataset, String table) throws IOException {
    Map<String, String> parameters = Map.of("engine", engine, "dataset", dataset, "table", table);
    return CellStore.of(new Parameters(parameters), false, 0);
  }
}
