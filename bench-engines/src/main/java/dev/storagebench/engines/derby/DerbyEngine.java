package dev.storagebench.engines.derby;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.HeapCache;
import dev.storagebench.engines.JdbcSession;
import dev.storagebench.engines.JdbcStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.derby.iapi.jdbc.AutoloadedDriver;

/** Apache Derby: rows in pages, a B-tree of keys beside them, and a log. */
public final class DerbyEngine extends BundledEngine {

  public DerbyEngine() {
    super(
        "derby",
        () -> AutoloadedDriver.class,
        (folder, asked) ->
            new DerbyStore(folder, asked, HeapCache.of(asked, DerbyStore.MIN_CACHE_BYTES)));
  }

  /** An open Derby database with one table. */
  private static final class DerbyStore extends JdbcStore<Connection> {
    private static final int PAGE_BYTES = 32_768;
    private static final long MIN_CACHE_BYTES = 40L * PAGE_BYTES;
    // A deadlock, and a key that another session has inserted in between.
    private static final Set<String> CONFLICTS = Set.of("40001", "23505");
    private static final String CLOSED = "08006";

    private final String url;

    DerbyStore(Path folder, EngineSettings asked, HeapCache cache) throws SQLException {
      super(
          "derby",
          folder,
          asked,
          cache.inForce(Map.of()),
          "CALL SYSCS_UTIL.SYSCS_CHECKPOINT_DATABASE()");
      EngineException.refuseAll(engine, asked.options().keySet());
      long pages = cache.bytes() / PAGE_BYTES;
      this.url = "jdbc:derby:" + folder.resolve("records").toAbsolutePath();
      // Derby reads them while it opens a database, and has no other place for the second one.
      System.setProperty("derby.storage.pageCacheSize", "" + pages);
      System.setProperty(
          "derby.system.durability", asked.durability() == Durability.SYNC ? "default" : "test");
      System.setProperty("derby.stream.error.file", "/dev/null");
      this.owner = own(connect(";create=true"));
      if (execute("SELECT tablename FROM sys.systables WHERE tablename = 'RECORDS'").isEmpty()) {
        execute("CREATE TABLE records(k VARCHAR(512) FOR BIT DATA PRIMARY KEY, v BLOB NOT NULL)");
      }
    }

    private Connection connect(String attributes) throws SQLException {
      return new AutoloadedDriver().connect(url + attributes, new Properties());
    }

    @Override
    public Session session() {
      return attempt("connect", () -> new DerbySession(connect("")));
    }

    @Override
    protected void closeStore() throws Exception {
      super.closeStore();
      try {
        connect(";shutdown=true");
      } catch (SQLException e) {
        if (!CLOSED.equals(e.getSQLState())) {
          throw e;
        }
      }
    }

    /** A put is an update, or an insert: {@code MERGE} took twice as long. */
    private final class DerbySession extends JdbcSession {
      private final PreparedStatement update;

      DerbySession(Connection connection) throws SQLException {
        super(
            DerbyStore.this,
            ArrayBatch::sorted,
            connection,
            e -> CONFLICTS.contains(String.valueOf(e.getSQLState())),
            "INSERT INTO records(k, v) VALUES(?, ?)",
            "FETCH FIRST ? ROWS ONLY");
        this.update = connection.prepareStatement("UPDATE records SET v = ? WHERE k = ?");
      }

      /** With a zero behind it: Derby takes blanks at the end for padding. */
      @Override
      protected byte[] stored(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
      }

      @Override
      protected ByteBuffer key(byte[] stored) {
        return ByteBuffer.wrap(stored, 0, stored.length - 1);
      }

      @Override
      protected void upsert(byte[] key, byte[] value) throws SQLException {
        update.setBytes(1, value);
        update.setBytes(2, stored(key));
        if (update.executeUpdate() == 0) {
          super.upsert(key, value);
        }
      }
    }
  }
}
