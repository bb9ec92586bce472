package dev.storagebench.engines.hsqldb;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.HeapCache;
import dev.storagebench.engines.JdbcSession;
import dev.storagebench.engines.JdbcStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import org.hsqldb.jdbc.JDBCDataSource;

/** HSQLDB with a cached table: an AVL tree of rows in a file, and a log of SQL statements. */
public final class HsqldbEngine extends BundledEngine {

  public HsqldbEngine() {
    super(
        "hsqldb",
        () -> JDBCDataSource.class,
        (folder, asked) -> new HsqldbStore(folder, asked, HeapCache.of(asked, 0)));
  }

  /** An open HSQLDB database with one table. */
  private static final class HsqldbStore extends JdbcStore<Connection> {
    private static final String PUT =
        "MERGE INTO records r USING (VALUES(CAST(? AS VARBINARY(511)), CAST(? AS VARBINARY(1G)))) AS n(k, v)"
            + " ON r.k = n.k WHEN MATCHED THEN UPDATE SET r.v = n.v"
            + " WHEN NOT MATCHED THEN INSERT VALUES n.k, n.v";

    // Objects on the heap for a row: itself, its node, two arrays and what holds them, its place in
    // the cache's table. The cache counts the bytes in the file.
    private static final int ROW_BYTES = 300;
    private static final int MIN_CACHE_KIB = 100;
    private static final int MAX_CACHE_KIB = 16 << 20;
    private static final int MIN_CACHE_ROWS = 50_000;
    private static final int MAX_CACHE_ROWS = 16 << 20;

    private final JDBCDataSource database = new JDBCDataSource();

    HsqldbStore(Path folder, EngineSettings asked, HeapCache cache) throws SQLException {
      super(
          "hsqldb",
          folder,
          asked,
          cache.inForce(Map.of("hsqldb.cache_rows", cacheRows(asked))),
          "CHECKPOINT");
      for (String option : asked.options().keySet()) {
        if (!option.matches("(hsqldb|sql)\\..+")) {
          throw EngineException.refused(
              engine, option, "expected one of its database properties, hsqldb.… or sql.…", null);
        }
      }
      long records = Math.max(1, asked.expected().records());
      double stored = asked.expected().rawBytes() / (double) records;
      long kib = (long) (cache.bytes() * stored / (stored + ROW_BYTES)) / 1024;
      String size = "" + Math.max(MIN_CACHE_KIB, Math.min(kib, MAX_CACHE_KIB));
      String rows = "" + cacheRows(asked);
      String own =
          asked.options().entrySet().stream()
              .map(option -> ";" + option.getKey() + "=" + option.getValue())
              .collect(Collectors.joining());
      database.setUser("SA");
      database.setURL(
          "jdbc:hsqldb:file:%s;check_props=true;hsqldb.lock_file=false;hsqldb.cache_size=%s;hsqldb.cache_rows=%s%s"
              .formatted(folder.resolve("records").toAbsolutePath(), size, rows, own));
      this.owner = database.getConnection();
      // A database that is there keeps its own until it is opened again.
      if (!property("hsqldb.cache_size").equals(size)
          || !property("hsqldb.cache_rows").equals(rows)) {
        execute("SET FILES CACHE SIZE " + size);
        execute("SET FILES CACHE ROWS " + rows);
        execute("SHUTDOWN");
        this.owner = database.getConnection();
      }
      // Between two syncs of its log, commits are in a buffer of this process.
      execute("SET FILES WRITE DELAY " + (asked.durability() == Durability.NONE));
      execute(
          "CREATE CACHED TABLE IF NOT EXISTS records(k VARBINARY(511) PRIMARY KEY, v VARBINARY(1G) NOT NULL)");
    }

    private static long cacheRows(EngineSettings asked) {
      return Math.max(MIN_CACHE_ROWS, Math.min(2 * asked.expected().records(), MAX_CACHE_ROWS));
    }

    private String property(String name) {
      return execute(
          "SELECT property_value FROM information_schema.system_properties WHERE property_name = '%s'"
              .formatted(name));
    }

    @Override
    public Session session() {
      return attempt(
          "connect",
          () ->
              new JdbcSession(
                  this, ArrayBatch::inOrder, database.getConnection(), JdbcSession.DEADLOCK, PUT));
    }

    @Override
    protected void closeStore() {
      execute("SHUTDOWN");
    }
  }
}
