package dev.storagebench.engines.xodus;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.HeapCache;
import dev.storagebench.engines.HeapSession;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.InvalidSettingException;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.EnvironmentImpl;
import jetbrains.exodus.env.EnvironmentStatistics;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.StoreConfig;
import jetbrains.exodus.env.Transaction;
import org.jspecify.annotations.Nullable;

/** JetBrains Xodus, a copy-on-write tree in an append-only log with snapshots for readers. */
public final class XodusEngine extends BundledEngine {

  public XodusEngine() {
    super(
        "xodus",
        () -> EnvironmentImpl.class,
        (folder, asked) -> new XodusStore(folder, asked, HeapCache.of(asked, 0)));
  }

  /** An open Xodus environment with one store. */
  private static final class XodusStore extends EmbeddedStore {
    private static final int MIN_PAGE_BYTES = 1024;
    // A transaction keeps its values on the heap until it is written.
    private static final long BATCH_BYTES = 8 << 20;

    // The one property of a StoreConfig that a store without duplicate keys has to choose.
    private static final String PREFIXING = "prefixing";

    private final EnvironmentImpl environment;
    private final jetbrains.exodus.env.Store records;

    XodusStore(Path folder, EngineSettings asked, HeapCache cache) {
      super("xodus", folder, asked, inForce(asked, cache), BATCH_BYTES);
      EnvironmentConfig config =
          new EnvironmentConfig()
              .setMemoryUsage(cache.bytes())
              .setLogCacheShared(false)
              .setLogCachePageSize(pageBytes(asked))
              .setLogDurableWrite(asked.durability() == Durability.SYNC)
              .setLogAllowRamDisk(true)
              .setLogAllowRemovable(true)
              .setLogAllowRemote(true)
              .setManagementEnabled(false);
      Map<String, String> options = new HashMap<>(asked.options());
      // A B+ tree, or with prefixing a Patricia tree.
      String prefixing = choice(engine, asked, PREFIXING, "false", List.of("true", "false"));
      StoreConfig tree = StoreConfig.getStoreConfig(false, prefixing.equals("true"));
      options.remove(PREFIXING);
      options.forEach((option, value) -> set(config, option, value));
      this.environment = own((EnvironmentImpl) Environments.newInstance(folder.toFile(), config));
      this.records =
          environment.computeInTransaction(
              transaction -> environment.openStore("records", tree, transaction));
    }

    /** A power of two, which divides its files of 8 MiB. */
    private static int pageBytes(EngineSettings asked) {
      return asked
          .blockBytes()
          .map(bytes -> Math.max(MIN_PAGE_BYTES, Integer.highestOneBit(bytes)))
          .orElse(EnvironmentConfig.DEFAULT.getLogCachePageSize());
    }

    /** Xodus accepts any name; those it knows have a default of the type it expects. */
    private static void set(EnvironmentConfig config, String option, String value) {
      if (config.getSetting(option) == null) {
        Set<String> valid = new TreeSet<>(EnvironmentConfig.DEFAULT.getSettings().keySet());
        throw EngineException.refused("xodus", option, "valid options: " + valid, null);
      }
      try {
        config.setSettings(Map.of(option, value));
      } catch (InvalidSettingException e) {
        throw EngineException.refused("xodus", option, String.valueOf(e.getMessage()), e);
      }
    }

    private static Map<String, ?> inForce(EngineSettings asked, HeapCache cache) {
      String prefixing = asked.options().getOrDefault(PREFIXING, "false");
      return cache.inForce(Map.of("blockBytes", pageBytes(asked), PREFIXING, prefixing));
    }

    @Override
    protected Batch loadBatch(Session session) {
      ((XodusSession) session).appends = !records.getConfig().prefixing;
      return session.batch();
    }

    @Override
    public Session session() {
      return new XodusSession();
    }

    /** Runs the log's garbage collector, without its delays, until it finds nothing to move. */
    @Override
    protected Settling settleStore(Duration atMost) {
      EnvironmentConfig config = environment.getEnvironmentConfig();
      int startIn = config.getGcStartIn();
      int runPeriod = config.getGcRunPeriod();
      int deletionDelay = config.getGcFilesDeletionDelay();
      try {
        environment.flushAndSync();
        config.setGcStartIn(0).setGcRunPeriod(0).setGcFilesDeletionDelay(0);
        Settling settling =
            Polling.until(atMost, "flushAndSync, then gc until it moves nothing", this::idle);
        environment.flushAndSync();
        return settling;
      } finally {
        config
            .setGcStartIn(startIn)
            .setGcRunPeriod(runPeriod)
            .setGcFilesDeletionDelay(deletionDelay);
      }
    }

    private boolean idle() {
      long before = total(EnvironmentStatistics.Type.BYTES_MOVED_BY_GC);
      environment.gc();
      environment.getGC().waitForPendingGC();
      return total(EnvironmentStatistics.Type.BYTES_MOVED_BY_GC) == before;
    }

    private long total(EnvironmentStatistics.Type type) {
      return environment.getStatistics().getStatisticsItem(type).getTotal();
    }

    @Override
    public Map<String, Long> stats() {
      return Map.of(
          "bytesWritten", total(EnvironmentStatistics.Type.BYTES_WRITTEN),
          "bytesRead", total(EnvironmentStatistics.Type.BYTES_READ),
          "bytesMovedByGc", total(EnvironmentStatistics.Type.BYTES_MOVED_BY_GC),
          "utilizationPercent", total(EnvironmentStatistics.Type.UTILIZATION_PERCENT));
    }

    /**
     * One thread's access. Each read has a snapshot of its own, so that it sees every write
     * acknowledged before it. Write transactions are exclusive: of concurrent ones, all but one
     * would have to be repeated.
     */
    private final class XodusSession extends HeapSession {
      // Whether records at the end are put there without a search; a Patricia tree has no last one.
      private boolean appends;

      XodusSession() {
        super(XodusStore.this, ArrayBatch::inOrder);
      }

      @Override
      protected int read(byte[] key, ByteBuffer into) {
        Transaction read = environment.beginReadonlyTransaction();
        try {
          return read(read, key, into);
        } finally {
          read.abort();
        }
      }

      @Override
      public void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
        Transaction read = environment.beginReadonlyTransaction();
        try {
          for (int i = 0; i < keys.length; i++) {
            lengths[i] = read(read, HeapBytes.of(keys[i]), into[i]);
          }
        } finally {
          read.abort();
        }
      }

      private int read(Transaction read, byte[] key, ByteBuffer into) {
        ByteIterable found = records.get(read, new ArrayByteIterable(key));
        return found == null
            ? MISSING
            : HeapBytes.copy("xodus", found.getBytesUnsafe(), 0, found.getLength(), into);
      }

      @Override
      protected void write(byte[] key, byte[] value) {
        ByteIterable at = new ArrayByteIterable(key);
        ByteIterable stored = new ArrayByteIterable(value);
        environment.executeInExclusiveTransaction(write -> records.put(write, at, stored));
      }

      @Override
      protected void remove(byte[] key) {
        ByteIterable at = new ArrayByteIterable(key);
        environment.executeInExclusiveTransaction(write -> records.delete(write, at));
      }

      @Override
      protected boolean writeOnce(List<ArrayBatch.Put> puts) {
        environment.executeInExclusiveTransaction(
            write -> {
              ByteIterable last = appends ? last(write) : null;
              for (ArrayBatch.Put put : puts) {
                ByteIterable key = new ArrayByteIterable(put.key());
                ByteIterable value = new ArrayByteIterable(put.value());
                if (last != null && key.compareTo(last) > 0) {
                  records.putRight(write, key, value);
                  last = key;
                } else {
                  records.put(write, key, value);
                }
              }
            });
        return true;
      }

      private @Nullable ByteIterable last(Transaction write) {
        try (Cursor cursor = records.openCursor(write)) {
          return cursor.getLast() ? new ArrayByteIterable(cursor.getKey()) : null;
        }
      }

      @Override
      protected int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
        boolean forward = direction == Direction.FORWARD;
        if (!forward && records.getConfig().prefixing) {
          // Of a key and those that begin with it, getPrev visits it first, or not at all.
          throw new UnsupportedSettingException(
              "xodus: a Patricia tree cannot be scanned backward; without %s the store is a B+ tree"
                  .formatted(PREFIXING));
        }
        ByteIterable at = new ArrayByteIterable(HeapBytes.of(from));
        int visited = 0;
        Transaction read = environment.beginReadonlyTransaction();
        try (Cursor cursor = records.openCursor(read)) {
          boolean found = cursor.getSearchKeyRange(at) != null;
          if (!forward && found) {
            found = cursor.getKey().compareTo(at) == 0 || cursor.getPrev();
          } else if (!forward) {
            found = cursor.getLast();
          }
          while (found) {
            visitor.record(buffer(cursor.getKey()), buffer(cursor.getValue()));
            visited++;
            found = visited < limit && (forward ? cursor.getNext() : cursor.getPrev());
          }
        } finally {
          read.abort();
        }
        return visited;
      }

      private static ByteBuffer buffer(ByteIterable bytes) {
        return ByteBuffer.wrap(bytes.getBytesUnsafe(), 0, bytes.getLength());
      }
    }
  }
}
