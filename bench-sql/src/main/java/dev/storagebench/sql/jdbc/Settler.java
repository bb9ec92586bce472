package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Store.Settling;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Brings InnoDB's background work to an end and watches that it stays so. */
record Settler(Pool pool, Table table) {
  private static final long POLL_MILLIS = 50;
  private static final int QUIET_LOOKS = 4;

  private static final String DIRTY =
      "SELECT variable_value FROM performance_schema.global_status"
          + " WHERE variable_name = 'Innodb_buffer_pool_pages_dirty'";
  private static final String HISTORY =
      "SELECT count FROM information_schema.innodb_metrics WHERE name = 'trx_rseg_history_len'";

  /**
   * On a server of ours: has it write all its dirty pages as fast as it can, and waits until there
   * are none and nothing is left to purge. The server's settings are then as they were.
   */
  Settling ownServer(Duration atMost) {
    long start = System.nanoTime();
    pool.run(List.of(table.analyze()));
    List<String> before = variables();
    pool.run(
        List.of(
            "SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0",
            "SET GLOBAL innodb_max_dirty_pages_pct = 0",
            "SET GLOBAL innodb_io_capacity_max = 40000",
            "SET GLOBAL innodb_io_capacity = 20000"));
    boolean idle;
    try {
      idle = awaitQuiet(start + atMost.toNanos());
    } finally {
      pool.run(
          List.of(
              "SET GLOBAL innodb_io_capacity = " + before.get(3),
              "SET GLOBAL innodb_io_capacity_max = " + before.get(2),
              "SET GLOBAL innodb_max_dirty_pages_pct = " + before.get(1),
              "SET GLOBAL innodb_max_dirty_pages_pct_lwm = " + before.get(0),
              "FLUSH ENGINE LOGS"));
    }
    return settling(
        idle,
        start,
        "ANALYZE TABLE; innodb_max_dirty_pages_pct = 0 until no page is dirty and the history list"
            + " is empty; FLUSH ENGINE LOGS");
  }

  private List<String> variables() {
    return look(
        "SELECT @@innodb_max_dirty_pages_pct_lwm, @@innodb_max_dirty_pages_pct,"
            + " @@innodb_io_capacity_max, @@innodb_io_capacity");
  }

  private boolean awaitQuiet(long deadline) {
    int quiet = 0;
    while (quiet < QUIET_LOOKS) {
      boolean nothingToDo = look(DIRTY).equals(List.of("0")) && look(HISTORY).equals(List.of("0"));
      quiet = nothingToDo ? quiet + 1 : 0;
      if (System.nanoTime() > deadline) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EngineException("mysql: interrupted while the server came to rest", e);
      }
    }
    return true;
  }

  private List<String> look(String query) {
    try {
      return pool.row(query);
    } catch (SQLException e) {
      throw SqlFailure.of(query, e);
    }
  }

  /**
   * On somebody else's server: only the table's own pages can be written out, and whether the
   * server is idle cannot be known, so it is not claimed.
   */
  Settling externalServer() {
    long start = System.nanoTime();
    pool.run(List.of(table.analyze(), table.flushForExport(), "UNLOCK TABLES"));
    return settling(
        false,
        start,
        "ANALYZE TABLE; FLUSH TABLES … FOR EXPORT; the server's other work is unknown");
  }

  private static Settling settling(boolean idle, long start, String how) {
    return new Settling(idle, Duration.ofNanos(System.nanoTime() - start), how);
  }
}
