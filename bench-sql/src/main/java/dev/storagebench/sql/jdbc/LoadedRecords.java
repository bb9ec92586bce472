package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.WrongContentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The records that a load had committed when it was cut off: the first ones, because it sent and
 * committed them in their order.
 */
final class LoadedRecords {
  private final Pool pool;
  private final Dialect dialect;
  private final Table table;
  private final TableSum sum = new TableSum();
  private boolean over;
  private long found;

  LoadedRecords(Pool pool, Dialect dialect, Table table) {
    this.dialect = dialect;
    this.pool = pool;
    this.table = table;
  }

  /** Whether these records, which come next, are there. */
  boolean have(List<byte[]> keys, List<byte[]> values, Connection connection) throws SQLException {
    for (int i = 0; i < keys.size(); i++) {
      sum.add(List.of(keys.get(i), values.get(i)));
    }
    if (over) {
      return false;
    }
    // Where the last one is, all before it are; some of those that are put again do no harm.
    try (PreparedStatement get = connection.prepareStatement(dialect.get(table))) {
      get.setBytes(1, keys.get(keys.size() - 1));
      try (ResultSet row = get.executeQuery()) {
        over = !row.next();
      }
    }
    found += over ? 0 : keys.size();
    return !over;
  }

  /** How many there were. */
  long found() {
    return found;
  }

  /**
   * Compares the table with all records that were loaded.
   *
   * @throws WrongContentException if it does not hold them
   */
  void compare() {
    sum.compareRecords(pool, dialect, table);
  }
}
