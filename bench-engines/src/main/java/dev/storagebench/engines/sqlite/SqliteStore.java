package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteOpenMode;

/**
 * An open SQLite file with its one table.
 *
 * <p>The table has row identifiers, because SQLite advises against {@code WITHOUT ROWID} where a
 * row is larger than a twentieth of a page (<a href="https://www.sqlite.org/withoutrowid.html">when
 * to use it</a>): values would lie in the inner nodes of the tree, and those of more than a quarter
 * of a page in pages of their own. The key's index is looked up first, then the table.
 */
final class SqliteStore extends FolderStore {
  private static final int MIN_PAGE_BYTES = 512;
  private static final int MAX_PAGE_BYTES = 65_536;
  private static final int BUSY_TIMEOUT_MILLIS = 60_000;
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS records (k BLOB NOT NULL PRIMARY KEY, v BLOB NOT NULL)";

  private final SQLiteConfig config;
  private final Pragmas pragmas;
  private final Connection own;
  private final SharedCache cache;
  private final List<AppliedSetting> settings;

  SqliteStore(Path folder, EngineSettings asked) {
    super(folder);
    this.config = config(asked);
    this.pragmas = new Pragmas(asked.options());
    this.settings = report(asked);
    this.cache = new SharedCache(asked.cacheBytes());
    try {
      this.own = createConnection();
      try {
        pragmas.check(own);
        try (Statement create = own.createStatement()) {
          create.execute(TABLE);
        }
      } catch (SQLException | EngineException e) {
        own.close();
        throw e;
      }
    } catch (SQLException e) {
      throw failure("open " + folder, e);
    }
  }

  private static SQLiteConfig config(EngineSettings asked) {
    SQLiteConfig config = new SQLiteConfig();
    config.setPageSize(pageBytes(asked.blockBytes()));
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(
        switch (asked.durability()) {
          case NONE -> SynchronousMode.OFF;
          case PROCESS -> SynchronousMode.NORMAL;
          case SYNC -> SynchronousMode.FULL;
        });
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.setPragma(Pragma.TRANSACTION_MODE, "IMMEDIATE");
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    config.resetOpenMode(SQLiteOpenMode.FULLMUTEX);
    return config;
  }

  /** The power of two in SQLite's range that is next to what was asked for, not below it. */
  private static int pageBytes(int asked) {
    int highest = Integer.highestOneBit(asked);
    int power = highest == asked ? asked : highest * 2;
    return Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, power));
  }

  private static List<AppliedSetting> report(EngineSettings asked) {
    SettingsReport report =
        new SettingsReport()
            .honoured(
                "cacheBytes",
                asked.cacheBytes(),
                "cache_size: one cache per connection, each gets an equal share of these bytes")
            .ignored(
                "writeBufferBytes",
                "changed pages are appended to the log at commit; it is checkpointed at 1,000 pages"
                    + " (wal_autocheckpoint's default)");
    int page = pageBytes(asked.blockBytes());
    if (page == asked.blockBytes()) {
      report.honoured("blockBytes", page, "page_size");
    } else {
      report.replaced("blockBytes", page, "page_size must be a power of two from 512 to 65,536");
    }
    report.honoured("compression", "none", "SQLite has none");
    switch (asked.durability()) {
      case NONE ->
          report.replaced(
              "durability",
              Durability.PROCESS,
              "synchronous=OFF: each commit is still handed to the system; SQLite has nothing weaker"
                  + " with which readers and a writer work at once");
      case PROCESS ->
          report.honoured(
              "durability", Durability.PROCESS, "synchronous=NORMAL: fsync at checkpoints only");
      case SYNC ->
          report.honoured("durability", Durability.SYNC, "synchronous=FULL: fsync at each commit");
    }
    return report
        .ignored("bloomBitsPerKey", "a B-tree needs no filter")
        .own(
            "journal_mode",
            "wal",
            "readers and the writer do not wait for each other: https://www.sqlite.org/wal.html")
        .own(
            "busy_timeout",
            BUSY_TIMEOUT_MILLIS,
            "one writer at a time, the others wait, where the default is to fail: https://www.sqlite.org/pragma.html#pragma_busy_timeout")
        .own(
            "SQLITE_OPEN_NOMUTEX",
            true,
            "a connection belongs to one session; the driver locks it once more in Java:"
                + " https://www.sqlite.org/threadsafe.html")
        .candidate(asked.options())
        .settings();
  }

  static EngineException failure(String what, SQLException e) {
    return new EngineException(
        "sqlite: cannot " + what + " [" + e.getErrorCode() + "]: " + e.getMessage(), e);
  }

  private Connection connect() throws SQLException {
    Connection connection = createConnection();
    pragmas.set(connection);
    return connection;
  }

  private Connection createConnection() throws SQLException {
    return config.createConnection("jdbc:sqlite:" + folder.resolve("records.db"));
  }

  @Override
  public Session session() {
    try {
      Connection connection = connect();
      cache.join(connection);
      return new SqliteSession(connection, cache);
    } catch (SQLException e) {
      throw failure("open a connection", e);
    }
  }

  @Override
  public BulkLoader loader() {
    try {
      Connection connection = connect();
      cache.join(connection);
      return new SqliteLoader(connection, cache);
    } catch (SQLException e) {
      throw failure("open a connection", e);
    }
  }

  @Override
  public Settling settle(Duration atMost) {
    return Polling.until(
        atMost, "PRAGMA wal_checkpoint(TRUNCATE); no background work", this::checkpointed);
  }

  private boolean checkpointed() {
    try (Statement checkpoint = own.createStatement();
        ResultSet answer = checkpoint.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
      return answer.next() && answer.getInt("busy") == 0;
    } catch (SQLException e) {
      throw failure("checkpoint", e);
    }
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    return Map.of(
        "page_size", pragma("page_size"),
        "page_count", pragma("page_count"),
        "freelist_count", pragma("freelist_count"));
  }

  private long pragma(String name) {
    try (Statement query = own.createStatement();
        ResultSet answer = query.executeQuery("PRAGMA " + name)) {
      return answer.next() ? answer.getLong(1) : 0;
    } catch (SQLException e) {
      throw failure("read " + name, e);
    }
  }

  @Override
  public void close() {
    try {
      own.close();
    } catch (SQLException e) {
      throw failure("close " + folder, e);
    }
  }
}
