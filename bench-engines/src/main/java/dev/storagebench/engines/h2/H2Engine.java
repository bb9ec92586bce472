package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.HeapCache;
import dev.storagebench.engines.JdbcSession;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.h2.api.ErrorCode;
import org.h2.engine.Constants;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.mvstore.MVStore;

/** The H2 database in this process: SQL over the same MVStore that {@code mvstore} uses bare. */
public final class H2Engine extends BundledEngine {

  public H2Engine() {
    super(
        "h2",
        () -> MVStore.class,
        (folder, asked) -> new H2Store(folder, asked, HeapCache.of(asked, 0)));
  }

  /** An open H2 database with one table. */
  private static final class H2Store extends MvFileStore {
    private static final String PUT = "MERGE INTO records(k, v) KEY(k) VALUES(?, ?)";
    private static final Set<Integer> CONFLICTS =
        Set.of(ErrorCode.DEADLOCK_1, ErrorCode.LOCK_TIMEOUT_1, ErrorCode.CONCURRENT_UPDATE_1);
    private static final long BATCH_BYTES = 4 << 20;

    private final JdbcDataSource database = new JdbcDataSource();

    H2Store(Path folder, EngineSettings asked, HeapCache cache) throws SQLException {
      super(
          "h2",
          folder,
          asked,
          cache.inForce(Map.of("blockBytes", Constants.DEFAULT_PAGE_SIZE)),
          BATCH_BYTES);
      database.setUser("sa");
      database.setPassword("");
      database.setURL(url(folder, asked));
      Connection owner = own(database.getConnection());
      try (Statement sql = owner.createStatement()) {
        // In the URL it would be limited to half of the heap.
        sql.execute("SET CACHE_SIZE " + cache.bytes() / 1024);
        sql.execute(
            "CREATE TABLE IF NOT EXISTS records(k VARBINARY(511) PRIMARY KEY, v VARBINARY NOT NULL)");
      }
      this.mvStore =
          ((SessionLocal) owner.unwrap(JdbcConnection.class).getSession())
              .getDatabase()
              .getStore()
              .getMvStore();
    }

    private static boolean isConflict(SQLException e) {
      return CONFLICTS.contains(e.getErrorCode());
    }

    private static String url(Path folder, EngineSettings asked) {
      String own =
          asked.options().entrySet().stream()
              .map(option -> ";" + option.getKey() + "=" + option.getValue().replace(";", "\\;"))
              .collect(Collectors.joining());
      return "jdbc:h2:file:%s%s%s"
          .formatted(
              folder.resolve("records").toAbsolutePath(),
              asked.blockBytes().map(";PAGE_SIZE=%d"::formatted).orElse(""),
              own);
    }

    @Override
    public Session session() {
      return attempt(
          "connect",
          () ->
              new JdbcSession(
                  this, ArrayBatch::sorted, database.getConnection(), H2Store::isConflict, PUT));
    }
  }
}
