package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Brings InnoDB's background work to an end and watches that it stays so. */
record Settler(Pool pool, List<Table> tables) {
  private static final Dialect DIALECT = new MysqlDialect();
  private static final long POLL_MILLIS = 50;
  private static final int QUIET_LOOKS = 20;

  /**
   * Pages that wait to be written, and pages that anybody asked for since the start. The second is
   * what shows that purge and the statistics thread rest: the history list alone does not, because
   * purge leaves its last few entries for later (innodb_purge_rseg_truncate_frequency). Looking at
   * them asks for no page.
   */
  private static final String ACTIVITY =
      "SHOW GLOBAL STATUS WHERE variable_name IN"
          + " ('Innodb_buffer_pool_pages_dirty', 'Innodb_buffer_pool_read_requests')";

  /**
   * On a server of ours: has it write all its dirty pages as fast as it can, and waits until there
   * are none and purge rests. The server's settings are then as they were.
   */
  Settling ownServer(Duration atMost) {
    long start = System.nanoTime();
    pool.run(tables.stream().map(DIALECT::analyze).toList());
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
        "ANALYZE TABLE; innodb_max_dirty_pages_pct = 0 until no page is dirty and none has been"
            + " asked for in a second; FLUSH ENGINE LOGS");
  }

  private List<String> variables() {
    return look(
        "SELECT @@innodb_max_dirty_pages_pct_lwm, @@innodb_max_dirty_pages_pct,"
            + " @@innodb_io_capacity_max, @@innodb_io_capacity");
  }

  private boolean awaitQuiet(long deadline) {
    int quiet = 0;
    long requestsBefore = -1;
    while (quiet < QUIET_LOOKS) {
      Map<String, Long> activity = activity();
      long dirty = activity.getOrDefault("Innodb_buffer_pool_pages_dirty", -1L);
      long requests = activity.getOrDefault("Innodb_buffer_pool_read_requests", -1L);
      quiet = dirty == 0 && requests == requestsBefore ? quiet + 1 : 0;
      requestsBefore = requests;
      if (System.nanoTime() > deadline) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EngineException("interrupted while the server came to rest", e);
      }
    }
    return true;
  }

  private Map<String, Long> activity() {
    try {
      return pool.numbers(ACTIVITY);
    } catch (SQLException e) {
      throw pool.failure(ACTIVITY, e);
    }
  }

  private List<String> look(String query) {
    try {
      return pool.row(query);
    } catch (SQLException e) {
      throw pool.failure(query, e);
    }
  }

  /**
   * On somebody else's server: only the table's own pages can be written out, and whether the
   * server is idle cannot be known, so it is not claimed.
   */
  Settling externalServer() {
    long start = System.nanoTime();
    String how = "ANALYZE TABLE; FLUSH TABLES … FOR EXPORT; the server's other work is unknown";
    try {
      for (Table table : tables) {
        pool.run(
            List.of(
                DIALECT.analyze(table),
                "FLUSH TABLES %s FOR EXPORT".formatted(DIALECT.quoted(table.name())),
                "UNLOCK TABLES"));
      }
    } catch (EngineException withoutThePrivilege) {
      how = "nothing flushed: " + withoutThePrivilege.getMessage();
    }
    return settling(false, start, how);
  }

  private static Settling settling(boolean idle, long start, String how) {
    return new Settling(idle, Duration.ofNanos(System.nanoTime() - start), how);
  }
}
