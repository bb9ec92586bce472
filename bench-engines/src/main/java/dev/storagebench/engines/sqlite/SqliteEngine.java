package dev.storagebench.engines.sqlite;

import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.JdbcSession;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteOpenMode;

/** SQLite, a B-tree in one file with a write-ahead log, over Xerial's JDBC driver. */
public final class SqliteEngine extends BundledEngine {

  public SqliteEngine() {
    super("sqlite", () -> SQLiteConfig.class, (folder, asked) -> new SqliteStore(folder, asked));
  }

  @Override
  protected String version() throws SQLException {
    try (Connection memory = new SQLiteConfig().createConnection("jdbc:sqlite::memory:")) {
      return memory.getMetaData().getDatabaseProductVersion();
    }
  }

  /**
   * An open SQLite file with its one table.
   *
   * <p>The table has row identifiers, because SQLite advises against {@code WITHOUT ROWID} for rows
   * larger than a twentieth of a page (<a href="https://www.sqlite.org/withoutrowid.html">when to
   * use it</a>): values would be stored in inner nodes of the tree, and those larger than a quarter
   * of a page in pages of their own. A read searches the index of keys first, then the table.
   */
  private static final class SqliteStore extends EmbeddedStore {
    private static final int MIN_PAGE_BYTES = 512;
    private static final int DEFAULT_PAGE_BYTES = 4096;
    private static final int MAX_PAGE_BYTES = 65_536;
    private static final int BUSY_TIMEOUT_MILLIS = 60_000;
    private static final long BATCH_BYTES = 16 << 20;
    private static final String TABLE =
        "CREATE TABLE IF NOT EXISTS records (k BLOB NOT NULL PRIMARY KEY, v BLOB NOT NULL)";
    // An upsert keeps the row and its place in the index; REPLACE would delete and insert both.
    private static final String PUT =
        "INSERT INTO records (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v";

    private final EngineSettings asked;
    private final Pragmas pragmas;
    private final List<Connection> cached = new ArrayList<>();
    private final Connection own;

    SqliteStore(Path folder, EngineSettings asked) throws SQLException {
      super("sqlite", folder, asked, inForce(asked), BATCH_BYTES);
      this.asked = asked;
      this.pragmas = new Pragmas(asked.options());
      this.own = own(connect());
      try (Statement create = own.createStatement()) {
        pragmas.check(own);
        create.execute(TABLE);
      } catch (SQLException | EngineException e) {
        own.close();
        throw e;
      }
    }

    private SQLiteConfig config() {
      SQLiteConfig config = new SQLiteConfig();
      asked.blockBytes().ifPresent(bytes -> config.setPageSize(pageBytes(asked)));
      config.setJournalMode(JournalMode.WAL);
      config.setSynchronous(
          switch (asked.durability()) {
            case NONE, PROCESS -> SynchronousMode.OFF;
            case SYNC -> SynchronousMode.FULL;
          });
      config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
      config.setGetGeneratedKeys(false);
      config.setPragma(Pragma.TRANSACTION_MODE, "IMMEDIATE");
      config.setOpenMode(SQLiteOpenMode.NOMUTEX);
      config.resetOpenMode(SQLiteOpenMode.FULLMUTEX);
      return config;
    }

    /** The next power of two in SQLite's range. */
    private static int pageBytes(EngineSettings asked) {
      int power = 2 * Integer.highestOneBit(asked.blockBytes().orElse(DEFAULT_PAGE_BYTES) - 1);
      return Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, power));
    }

    private static Map<String, ?> inForce(EngineSettings asked) {
      String unlimited = " of this size; together at most half of the machine's memory";
      String share = ", with an equal share of these bytes";
      return Map.of(
          "share",
          asked.memoryBytes() == EngineSettings.UNLIMITED ? unlimited : share,
          "blockBytes",
          pageBytes(asked),
          "busy_timeout",
          BUSY_TIMEOUT_MILLIS);
    }

    private Connection connect() throws SQLException {
      // A URI, since the driver takes what follows a question mark for options.
      return config().createConnection("jdbc:sqlite:" + folder.resolve("records.db").toUri());
    }

    @Override
    public Session session() {
      return attempt("open a connection", () -> new SqliteSession(connect()));
    }

    /** With a memory limit, the caches of all connections together have the size asked for. */
    private long allCachesBytes() {
      return asked.memoryBytes() == EngineSettings.UNLIMITED
          ? Math.max(asked.cacheBytes(), MemorySpec.machineBytes() / 2)
          : asked.cacheBytes();
    }

    /**
     * Sets the size of each session's page cache. SQLite discourages its own <a
     * href="https://www.sqlite.org/sharedcache.html">shared cache</a>.
     */
    private void resizeCaches() throws SQLException {
      for (Connection each : cached) {
        long bytes = Math.min(asked.cacheBytes(), allCachesBytes() / cached.size());
        long kib = Math.max(1, bytes / 1024);
        // Negative: KiB, not pages.
        Pragmas.execute(each, "cache_size = -" + Math.min(kib, Integer.MAX_VALUE));
      }
    }

    @Override
    protected Settling settleStore(Duration atMost) {
      return Polling.until(
          atMost,
          "PRAGMA wal_checkpoint(TRUNCATE); there is no background work",
          () -> pragma("wal_checkpoint(TRUNCATE)") == 0);
    }

    @Override
    public Map<String, Long> stats() {
      return Map.of(
          "page_size", pragma("page_size"),
          "page_count", pragma("page_count"),
          "freelist_count", pragma("freelist_count"));
    }

    /** The first column of a pragma's answer; of a checkpoint, whether it was blocked. */
    private long pragma(String name) {
      return attempt(
          "execute PRAGMA " + name, () -> Long.valueOf(Pragmas.execute(own, name).get(0)));
    }

    /**
     * One thread's connection. A write outside a batch is a transaction of its own and takes
     * SQLite's lock for writers at its start. Waiters sleep in SQLite's busy handler; a fair lock
     * in Java before it was tried and cost a fifth of the writes of two threads, though it halved
     * the longest wait.
     */
    private final class SqliteSession extends JdbcSession {
      SqliteSession(Connection connection) throws SQLException {
        super(SqliteStore.this, ArrayBatch::inOrder, connection, DEADLOCK, PUT);
        pragmas.set(connection);
        synchronized (cached) {
          cached.add(connection);
          resizeCaches();
        }
      }

      @Override
      public void close() {
        try {
          synchronized (cached) {
            cached.remove(connection);
            resizeCaches();
          }
        } catch (SQLException e) {
          throw failure("close a connection", e);
        } finally {
          super.close();
        }
      }
    }
  }
}
