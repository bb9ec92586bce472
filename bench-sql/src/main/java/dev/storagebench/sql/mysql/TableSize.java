package dev.storagebench.sql.mysql;

import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Table;
import java.sql.SQLException;
import java.util.List;

/** Asks a server for the size of a table, in the words of its version. */
record TableSize(Pool pool, Table table) {

  /** What TokuDB's own dictionary of files says. */
  long tokuBytes() {
    String query =
        "SELECT COALESCE(SUM(bt_size_allocated), 0) FROM information_schema.tokudb_fractal_tree_info"
            + " WHERE table_schema = DATABASE() AND table_name = '"
            + table.name()
            + "'";
    try {
      return Long.parseLong(pool.row(query).get(0));
    } catch (SQLException e) {
      throw pool.failure(query, e);
    }
  }

  /**
   * Bytes that the disk holds for the table. The first two sources count as {@code du} does, but
   * need the PROCESS privilege; the last one counts whole extents, and pages that are compressed at
   * full size.
   */
  long allocatedBytes() {
    String file = " WHERE name = CONCAT(DATABASE(), '/" + table.name() + "')";
    List<String> queries =
        List.of(
            "SELECT allocated_size FROM information_schema.innodb_tablespaces" + file,
            // MySQL 5.7 and MariaDB.
            "SELECT allocated_size FROM information_schema.innodb_sys_tablespaces" + file,
            "SELECT data_length + index_length FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_name = '"
                + table.name()
                + "'");
    SQLException last = new SQLException("no row for table " + table.name());
    for (String query : queries) {
      try {
        List<String> row = pool.row(query);
        if (!row.isEmpty()) {
          return Long.parseLong(row.get(0));
        }
      } catch (SQLException notThisVersionOrNoPrivilege) {
        last = notThisVersionOrNoPrivilege;
      }
    }
    throw pool.failure("size of table " + table.name(), last);
  }
}
