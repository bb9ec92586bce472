package dev.storagebench.engines.duckdb;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.JdbcSession;
import dev.storagebench.engines.JdbcStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/** DuckDB: columns in row groups, an adaptive radix tree of keys, and a write-ahead log. */
public final class DuckDbEngine extends BundledEngine {

  public DuckDbEngine() {
    super("duckdb", () -> DuckDBDriver.class, (folder, asked) -> new DuckDbStore(folder, asked));
  }

  @Override
  protected String version() throws SQLException {
    return ask("SELECT ltrim(version(), 'v')").get(0);
  }

  /** Asks DuckDB without a store. */
  private static List<String> ask(String query) throws SQLException {
    try (Connection memory = connect("", new Properties())) {
      return JdbcStore.firstColumn(memory, query);
    }
  }

  private static DuckDBConnection connect(String file, Properties settings) throws SQLException {
    return (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:" + file, settings);
  }

  /** An open DuckDB database with one table. */
  private static final class DuckDbStore extends JdbcStore<DuckDBConnection> {
    private static final String PUT =
        "INSERT INTO records(k, v) VALUES(?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v";
    // Also a key that another session has inserted in between.
    private static final Pattern CONFLICTS = Pattern.compile("[Cc]onflict|Duplicate key");
    private static final long BATCH_BYTES = 16 << 20;
    private static final long MIN_MEMORY_BYTES = 128 << 20;

    DuckDbStore(Path folder, EngineSettings asked) throws SQLException {
      super("duckdb", folder, asked, Map.of("cacheBytes", memoryBytes(asked)), "CHECKPOINT");
      if (folder.toString().contains("?")) {
        throw new EngineException(
            "duckdb: cannot open %s: it takes what follows a question mark for parameters; choose another --cache-folder"
                .formatted(folder));
      }
      Properties settings = new Properties();
      settings.putAll(asked.options());
      settings.setProperty("memory_limit", memoryBytes(asked) / 1024 + "KiB");
      settings.setProperty("force_compression", "uncompressed");
      if (asked.durability() != Durability.SYNC) {
        List<String> mode = ask("SELECT name FROM duckdb_settings() WHERE name = 'fsync_mode'");
        if (mode.isEmpty()) {
          report.replaced("durability", Durability.SYNC, "before 2.0 each commit is synced");
        } else {
          settings.setProperty(mode.get(0), "NONE");
        }
      }
      this.owner = own(connect(folder.resolve("records").toAbsolutePath().toString(), settings));
      execute("CREATE TABLE IF NOT EXISTS records(k BLOB PRIMARY KEY, v BLOB NOT NULL)");
    }

    private static long memoryBytes(EngineSettings asked) {
      return Math.max(MIN_MEMORY_BYTES, asked.cacheBytes());
    }

    private static boolean isConflict(SQLException e) {
      return CONFLICTS.matcher(e.getMessage()).find();
    }

    @Override
    public Session session() {
      return attempt(
          "connect",
          () ->
              new JdbcSession(
                  this, ArrayBatch::inOrder, owner.duplicate(), DuckDbStore::isConflict, PUT));
    }

    @Override
    public BulkLoader loader() {
      return attempt("connect", () -> new Appending(owner.duplicate()));
    }

    /** DuckDB's own way to add many rows. */
    private final class Appending implements BulkLoader {
      private final DuckDBConnection connection;
      private final DuckDBAppender rows;
      private long bytes;

      Appending(DuckDBConnection connection) throws SQLException {
        this.connection = connection;
        this.rows = connection.createAppender("records");
      }

      @Override
      public void add(ByteBuffer key, ByteBuffer value) {
        bytes += key.remaining() + value.remaining();
        attempt(
            "append",
            () -> {
              rows.beginRow().append(HeapBytes.of(key)).append(HeapBytes.of(value)).endRow();
              if (bytes > BATCH_BYTES) {
                rows.flush();
                bytes = 0;
              }
              return rows;
            });
      }

      @Override
      public void close() {
        attempt(
            "append",
            () -> {
              rows.close();
              connection.close();
              return rows;
            });
      }
    }
  }
}
