package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.sql.table.Layout;
import java.util.List;

/**
 * Tables, records and seeds that a workload runs on.
 *
 * @param tables their names as SQL quotes them
 * @param set the records' keys, and texts to write
 */
public record WorkloadContext(
    Layout layout,
    List<String> tables,
    long records,
    KeyDistribution distribution,
    WorkingSet set,
    Seeds seeds,
    int threads) {
  private static final long ROWS_PER_SCALE = 100_000;

  /** The name of a table, from 0. */
  String table(int table) {
    return tables.get(table);
  }

  /** The rows of a table, which have the ids from 1 to this. */
  long rowsIn(int table) {
    return layout.rowsIn(table, records);
  }

  /** pgbench's scale: 1 for each 100,000 rows, at least 1. */
  long scale() {
    return Math.max(1, records / ROWS_PER_SCALE);
  }

  /** The number of a row's record in the data set. */
  long record(int table, long id) {
    return table * layout.rowsPerTable(records) + id - 1;
  }
}
