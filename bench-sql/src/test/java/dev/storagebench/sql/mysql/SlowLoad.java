package dev.storagebench.sql.mysql;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.store.CellStores;
import dev.storagebench.core.store.LoadProgress;
import dev.storagebench.core.store.StoreInfo;
import java.io.IOException;
import java.util.Map;

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

  static StoreInfo prepare(String engine, String dataset, String table, LoadProgress progress)
      throws IOException {
    try (CellStores stores = stores(engine, dataset, table);
        var lease = stores.lease(progress)) {
      return lease.info();
    }
  }

  public static CellStores stores(String engine, String dataset, String table) throws IOException {
    Map<String, String> parameters = Parameters.defaults();
    parameters.put("engine", engine);
    parameters.put("dataset", dataset);
    parameters.put("table", table);
    parameters.put("seed", "1");
    return CellStores.of(CellSettings.from(parameters::get), false);
  }
}
