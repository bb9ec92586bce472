package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.HeapCache;
import dev.storagebench.engines.mvstore.Housekeeping;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/** An open H2 database with one table. */
final class H2Store extends FolderStore {
  private static final long KIB = 1024;

  /** Options that set a condition, by their names. */
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE, "CACHE_SIZE|CACHE_TYPE",
          Condition.BLOCK, "PAGE_SIZE",
          Condition.COMPRESSION, "COMPRESS",
          Condition.DURABILITY, "WRITE_DELAY|LOCK_MODE|LOG|AUTOCOMMIT",
          Condition.STORE,
              "INIT|USER|PASSWORD|CIPHER|ACCESS_MODE_DATA|AUTO_SERVER.*|AUTO_RECONNECT|IFEXISTS|FORBID_CREATION|FILE_LOCK|EXCLUSIVE|DB_CLOSE_DELAY|DB_CLOSE_ON_EXIT|DATABASE_EVENT_LISTENER|AUTHREALM|AUTHENTICATOR|MV_STORE");

  private final Durability durability;
  private final JdbcDataSource database = new JdbcDataSource();
  private final Connection owner;
  private final MVStore mvStore;
  private final List<AppliedSetting> settings;

  H2Store(Path folder, EngineSettings asked) {
    super(folder);
    this.durability = asked.durability();
    HeapCache cache = new HeapCache(asked);
    database.setUser("sa");
    database.setPassword("");
    database.setURL(
        "jdbc:h2:file:%s;PAGE_SIZE=%d%s%s"
            .formatted(
                folder.resolve("records").toAbsolutePath(),
                asked.blockBytes(),
                durability == Durability.NONE ? "" : ";WRITE_DELAY=0",
                asked.options().entrySet().stream()
                    .map(
                        option ->
                            ";" + option.getKey() + "=" + option.getValue().replace(";", "\\;"))
                    .collect(Collectors.joining())));
    try {
      this.owner = connect();
      try (Statement sql = owner.createStatement()) {
        // In the URL it would be cut to half of the heap.
        sql.execute("SET CACHE_SIZE " + cache.bytes() / KIB);
        sql.execute(
            "CREATE TABLE IF NOT EXISTS records(k VARBINARY(511) PRIMARY KEY, v VARBINARY NOT NULL)");
      }
      this.mvStore =
          ((SessionLocal) owner.unwrap(JdbcConnection.class).getSession())
              .getDatabase()
              .getStore()
              .getMvStore();
    } catch (SQLException e) {
      throw failure("open " + folder, e);
    }
    this.settings = report(asked, cache);
  }

  private static List<AppliedSetting> report(EngineSettings asked, HeapCache cache) {
    return cache
        .report(new SettingsReport(), "CACHE_SIZE")
        .ignored("writeBufferBytes", "there is no option; MVStore's default follows the heap")
        .honoured("blockBytes", asked.blockBytes(), "PAGE_SIZE")
        .honoured("compression", "none", "it has LZF only")
        .honoured(
            "durability",
            asked.durability(),
            switch (asked.durability()) {
              case NONE -> "WRITE_DELAY=500, the default: the background thread writes";
              case PROCESS -> "WRITE_DELAY=0: each commit is written, and not synced";
              case SYNC -> "WRITE_DELAY=0 and CHECKPOINT SYNC after each commit";
            })
        .ignored("bloomBitsPerKey", "a B+ tree needs no filter")
        .candidate(asked.options())
        .settings();
  }

  static EngineException failure(String what, SQLException e) {
    return new EngineException(
        "h2: cannot %s [%d]: %s".formatted(what, e.getErrorCode(), e.getMessage()), e);
  }

  private Connection connect() throws SQLException {
    return database.getConnection();
  }

  @Override
  public Session session() {
    try {
      return new H2Session(connect(), durability == Durability.SYNC);
    } catch (SQLException e) {
      throw failure("connect", e);
    }
  }

  @Override
  public BulkLoader loader() {
    try {
      return new H2Loader(connect());
    } catch (SQLException e) {
      throw failure("connect", e);
    }
  }

  @Override
  public Settling settle(Duration atMost) {
    try {
      return Housekeeping.settle(mvStore, atMost);
    } catch (MVStoreException e) {
      throw new EngineException("h2: cannot settle: " + e.getMessage(), e);
    }
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    return Housekeeping.stats(mvStore);
  }

  @Override
  public void close() {
    try {
      owner.close();
    } catch (SQLException e) {
      throw failure("close", e);
    }
  }
}
