package dev.storagebench.engines.je;

import com.sleepycat.je.CheckpointConfig;
import com.sleepycat.je.Cursor;
import com.sleepycat.je.CursorConfig;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.EnvironmentStats;
import com.sleepycat.je.Get;
import com.sleepycat.je.LockConflictException;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.HeapCache;
import dev.storagebench.engines.HeapSession;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Berkeley DB Java Edition, a B+ tree of Java objects over an append-only log. */
public final class JeEngine extends BundledEngine {

  public JeEngine() {
    super(
        "je",
        () -> Environment.class,
        (folder, asked) ->
            new JeStore(folder, asked, HeapCache.of(asked, JeStore.MIN_CACHE_BYTES)));
  }

  /** An open environment of Berkeley DB Java Edition with one database. */
  private static final class JeStore extends EmbeddedStore {
    // Of je.maxMemory; a few records' share of memory is less.
    private static final long MIN_CACHE_BYTES = 96 << 10;

    // Also writes what shortens the next recovery.
    private static final CheckpointConfig FORCED =
        new CheckpointConfig().setForce(true).setMinimizeRecoveryTime(true);

    private final Environment environment;
    private final Database database;

    JeStore(Path folder, EngineSettings asked, HeapCache cache) {
      super("je", folder, asked, cache.inForce(Map.of()), 0);
      EnvironmentConfig config =
          new EnvironmentConfig()
              .setAllowCreate(true)
              .setTransactional(true)
              .setConfigParam(EnvironmentConfig.FREE_DISK, "0");
      asked.options().forEach((option, value) -> set(config, option, value));
      config
          .setCacheSize(cache.bytes())
          .setDurability(
              switch (asked.durability()) {
                case NONE -> com.sleepycat.je.Durability.COMMIT_NO_SYNC;
                case PROCESS -> com.sleepycat.je.Durability.COMMIT_WRITE_NO_SYNC;
                case SYNC -> com.sleepycat.je.Durability.COMMIT_SYNC;
              });
      this.environment = own(new Environment(folder.toFile(), config));
      DatabaseConfig ofDatabase = new DatabaseConfig().setAllowCreate(true).setTransactional(true);
      this.database = own(environment.openDatabase(null, "records", ofDatabase));
    }

    private static void set(EnvironmentConfig config, String option, String value) {
      try {
        config.setConfigParam(option, value);
      } catch (IllegalArgumentException e) {
        throw EngineException.refused("je", option, String.valueOf(e.getMessage()), e);
      }
    }

    @Override
    public Session session() {
      return new JeSession();
    }

    /**
     * Cleans log files until the target utilisation is reached. A cleaned file is deleted by the
     * next checkpoint, after which other files may need cleaning.
     */
    @Override
    protected Settling settleStore(Duration atMost) {
      environment.compress();
      environment.checkpoint(FORCED);
      return Polling.until(
          atMost, "checkpoint, then cleanLogFile and checkpoint until none is left", this::idle);
    }

    private boolean idle() {
      if (!environment.cleanLogFile()) {
        return true;
      }
      environment.checkpoint(FORCED);
      return false;
    }

    @Override
    public Map<String, Long> stats() {
      EnvironmentStats stats = environment.getStats(null);
      return Map.of(
          "cacheTotalBytes", stats.getCacheTotalBytes(),
          "nCacheMiss", stats.getNCacheMiss(),
          "nLogFSyncs", stats.getNLogFSyncs(),
          "totalLogSize", stats.getTotalLogSize(),
          "nCleanerRuns", stats.getNCleanerRuns(),
          "nCheckpoints", stats.getNCheckpoints(),
          "currentMinUtilization", (long) stats.getCurrentMinUtilization(),
          "currentMaxUtilization", (long) stats.getCurrentMaxUtilization());
    }

    /** One thread's access; each write, or batch of writes, is a transaction of its own. */
    private final class JeSession extends HeapSession {
      private final DatabaseEntry key = new DatabaseEntry();
      private final DatabaseEntry value = new DatabaseEntry();

      JeSession() {
        super(JeStore.this, ArrayBatch::sorted);
      }

      @Override
      protected int read(byte[] wanted, ByteBuffer into) {
        key.setData(wanted);
        return database.get(null, key, value, null) == OperationStatus.SUCCESS
            ? copyValue(into)
            : MISSING;
      }

      private int copyValue(ByteBuffer into) {
        return HeapBytes.copy("je", value.getData(), value.getOffset(), value.getSize(), into);
      }

      /** With one cursor; {@code Database.get} opens one for each key. */
      @Override
      public void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
        try (Cursor records = database.openCursor(null, CursorConfig.READ_COMMITTED)) {
          for (int i = 0; i < keys.length; i++) {
            key.setData(HeapBytes.of(keys[i]));
            lengths[i] = move(records, Get.SEARCH) ? copyValue(into[i]) : MISSING;
          }
        }
      }

      private void write(@Nullable Transaction transaction, byte[] at, byte[] stored) {
        key.setData(at);
        value.setData(stored);
        database.put(transaction, key, value);
      }

      @Override
      protected void write(byte[] at, byte[] stored) {
        write(null, at, stored);
      }

      @Override
      protected void remove(byte[] at) {
        key.setData(at);
        database.delete(null, key);
      }

      @Override
      protected boolean writeOnce(List<ArrayBatch.Put> puts) {
        Transaction transaction = environment.beginTransaction(null, null);
        try {
          puts.forEach(put -> write(transaction, put.key(), put.value()));
          transaction.commit();
          return true;
        } catch (LockConflictException e) {
          return false;
        } finally {
          // Nothing after a commit; needed after a conflict.
          transaction.abort();
        }
      }

      @Override
      protected int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
        boolean forward = direction == Direction.FORWARD;
        int visited = 0;
        try (Cursor records = database.openCursor(null, null)) {
          key.setData(HeapBytes.of(from));
          boolean found = forward ? move(records, Get.SEARCH_GTE) : seekBack(records, from);
          while (found) {
            visitor.record(buffer(key), buffer(value));
            visited++;
            found = visited < limit && move(records, forward ? Get.NEXT : Get.PREV);
          }
        }
        return visited;
      }

      private boolean move(Cursor records, Get step) {
        return records.get(key, value, step, null) != null;
      }

      private boolean seekBack(Cursor records, ByteBuffer from) {
        boolean found = move(records, Get.SEARCH_GTE) || move(records, Get.LAST);
        // More than one step if others insert meanwhile: a cursor has no snapshot.
        while (found && KeyOrder.compare(buffer(key), from) > 0) {
          found = move(records, Get.PREV);
        }
        return found;
      }

      private static ByteBuffer buffer(DatabaseEntry entry) {
        return ByteBuffer.wrap(entry.getData(), entry.getOffset(), entry.getSize());
      }
    }
  }
}
