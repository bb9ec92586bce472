package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.RocksDbNames;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ByteBufferGetStatus;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.rocksdb.util.Environment;

/** RocksDB, a log-structured merge tree in C++, over RocksJava. */
public final class RocksDbEngine extends BundledEngine {
  // Speedb renamed its own.
  private static final List<String> LIBRARIES = List.of("rocksdb", "speedb");

  public RocksDbEngine() {
    super("rocksdb", () -> RocksDB.class, (folder, asked) -> new RocksDbStore(folder, asked));
  }

  @Override
  protected String version() {
    loadLibrary();
    return String.valueOf(RocksDB.rocksdbVersion());
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) throws Exception {
    loadLibrary();
    return super.openStore(folder, settings);
  }

  /**
   * Refuses a release without its native library (10.4.2), which would take that of another one.
   */
  private static void loadLibrary() {
    String jar = RocksDB.class.getProtectionDomain().getCodeSource().getLocation().toString();
    List<URL> found =
        LIBRARIES.stream()
            .map(name -> RocksDB.class.getResource("/" + Environment.getJniLibraryFileName(name)))
            .filter(Objects::nonNull)
            .toList();
    if (!found.isEmpty()
        && found.stream().noneMatch(file -> file.toString().startsWith("jar:" + jar + "!"))) {
      throw new UnsatisfiedLinkError("its jar has no library for this platform");
    }
    RocksDB.loadLibrary();
  }

  /** An open RocksDB database with its default column family. */
  private static final class RocksDbStore extends EmbeddedStore {
    private static final String TABLE_READERS = "rocksdb.estimate-table-readers-mem";
    private static final long BATCH_BYTES = 1 << 20;

    private final RocksDB db;
    private final WriteOptions writes;
    private final boolean readsArrays;

    RocksDbStore(Path folder, EngineSettings asked) {
      super(
          "rocksdb", folder, asked, Map.of("cache", RocksDbOptions.cacheType(asked)), BATCH_BYTES);
      this.readsArrays = RocksDbOptions.readsArrays(asked);
      try {
        RocksDbOptions options = RocksDbOptions.of(asked, folder);
        own(options.database());
        own(options.family());
        this.writes =
            own(new WriteOptions())
                .setDisableWAL(asked.durability() == Durability.NONE)
                .setSync(asked.durability() == Durability.SYNC);
        Options both = own(new Options(options.database(), options.family()));
        this.db = own(RocksDB.open(both, folder.toString()));
      } catch (RocksDBException e) {
        close();
        throw failure("open " + folder, e);
      }
    }

    /** With the status code, which RocksJava's messages lack. */
    @Override
    public EngineException failure(String operation, Exception e) {
      return e instanceof RocksDBException own && own.getStatus() != null
          ? super.failure("%s [%s]".formatted(operation, own.getStatus().getCodeString()), e)
          : super.failure(operation, e);
    }

    @Override
    public Session session() {
      return new RocksDbSession();
    }

    @Override
    public void compact() {
      attempt(
          "compact",
          () -> {
            db.compactRange();
            return db;
          });
    }

    @Override
    protected Settling settleStore(Duration atMost) throws RocksDBException {
      try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
        db.flush(flush);
        db.flushWal(true);
      }
      return Polling.until(atMost, RocksDbNames.SETTLING, this::idle);
    }

    private boolean idle() {
      return RocksDbNames.BUSY.stream().allMatch(property -> property(property) == 0);
    }

    private long property(String name) {
      return attempt("read the property " + name, () -> db.getLongProperty(name));
    }

    @Override
    public long pendingBytes() {
      return property("rocksdb.estimate-pending-compaction-bytes")
          + property("rocksdb.cur-size-all-mem-tables");
    }

    @Override
    public Map<String, Long> stats() {
      Map<String, Long> stats = new TreeMap<>();
      RocksDbNames.PROPERTIES.forEach(name -> stats.put(name, property(name)));
      stats.put(TABLE_READERS, property(TABLE_READERS));
      return stats;
    }

    /**
     * One thread's access by RocksJava's methods for direct buffers, which copy once. Its iterator
     * is kept and refreshed for each scan, which shows the current data and is cheaper than a new
     * one; until the next scan or the session's end it keeps obsolete files from being deleted.
     */
    private final class RocksDbSession implements Session {
      private static final int MAX_KEY_BYTES = 511;
      private static final int FIRST_VALUE_BYTES = 4096;

      private final ReadOptions reads = new ReadOptions();
      // All keys, even if a candidate sets a prefix_extractor.
      private final ReadOptions scans = new ReadOptions().setTotalOrderSeek(true);
      private final ByteBuffer scannedKey = ByteBuffer.allocateDirect(MAX_KEY_BYTES);
      private ByteBuffer scannedValue = ByteBuffer.allocateDirect(FIRST_VALUE_BYTES);
      private @Nullable RocksIterator iterator;

      @Override
      public int get(ByteBuffer key, ByteBuffer into) {
        int start = key.position();
        into.clear();
        int length;
        try {
          length = readsArrays ? getArray(key, into) : db.get(reads, key, into);
        } catch (RocksDBException e) {
          throw failure("get", e);
        } finally {
          key.position(start);
        }
        if (length > into.capacity()) {
          throw EngineException.doesNotFit("rocksdb", length, into.capacity());
        }
        return length == RocksDB.NOT_FOUND ? MISSING : length;
      }

      /** By one MultiGet, which searches each block and filter once. */
      @Override
      public void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
        if (readsArrays) {
          Session.super.getAll(keys, into, lengths);
          return;
        }
        for (ByteBuffer each : into) {
          each.clear();
        }
        try {
          List<ByteBufferGetStatus> found =
              db.multiGetByteBuffers(reads, Arrays.asList(keys), Arrays.asList(into));
          for (int i = 0; i < lengths.length; i++) {
            lengths[i] = length(found.get(i), into[i]);
          }
        } catch (RocksDBException e) {
          throw failure("get several", e);
        }
      }

      private int length(ByteBufferGetStatus found, ByteBuffer into) throws RocksDBException {
        if (found.status.getCode() == Status.Code.NotFound) {
          return MISSING;
        }
        if (found.status.getCode() != Status.Code.Ok) {
          throw new RocksDBException(found.status);
        }
        if (found.requiredSize > into.capacity()) {
          throw EngineException.doesNotFit("rocksdb", found.requiredSize, into.capacity());
        }
        return found.requiredSize;
      }

      private int getArray(ByteBuffer key, ByteBuffer into) throws RocksDBException {
        byte[] value = db.get(reads, HeapBytes.of(key));
        if (value == null) {
          return RocksDB.NOT_FOUND;
        }
        if (value.length <= into.capacity()) {
          into.put(value).flip();
        }
        return value.length;
      }

      @Override
      public void put(ByteBuffer key, ByteBuffer value) {
        int keyStart = key.position();
        int valueStart = value.position();
        try {
          db.put(writes, key, value);
        } catch (RocksDBException e) {
          throw failure("put", e);
        } finally {
          key.position(keyStart);
          value.position(valueStart);
        }
      }

      @Override
      public void delete(ByteBuffer key) {
        int start = key.position();
        try {
          db.delete(writes, key);
        } catch (RocksDBException e) {
          throw failure("delete", e);
        } finally {
          key.position(start);
        }
      }

      @Override
      public Batch batch() {
        return new RocksDbBatch();
      }

      @Override
      public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
        boolean forward = direction == Direction.FORWARD;
        int start = from.position();
        int visited = 0;
        try {
          RocksIterator records = iterator();
          if (forward) {
            records.seek(from);
          } else {
            records.seekForPrev(from);
          }
          from.position(start);
          while (visited < limit && records.isValid()) {
            records.key(scannedKey.clear());
            visitor.record(scannedKey, value(records));
            visited++;
            if (forward) {
              records.next();
            } else {
              records.prev();
            }
          }
          records.status();
        } catch (RocksDBException e) {
          throw failure("scan", e);
        }
        return visited;
      }

      private RocksIterator iterator() throws RocksDBException {
        if (iterator == null) {
          iterator = db.newIterator(scans);
        } else {
          iterator.refresh();
        }
        return iterator;
      }

      private ByteBuffer value(RocksIterator records) {
        int length = records.value(scannedValue.clear());
        if (length > scannedValue.capacity()) {
          scannedValue = ByteBuffer.allocateDirect(2 * length);
          records.value(scannedValue);
        }
        return scannedValue;
      }

      @Override
      public void close() {
        if (iterator != null) {
          iterator.close();
        }
        scans.close();
        reads.close();
      }
    }

    /** RocksDB's write batch, in native memory and used again. */
    private final class RocksDbBatch implements Batch {
      private final WriteBatch batch = new WriteBatch();

      @Override
      public void put(ByteBuffer key, ByteBuffer value) {
        int keyStart = key.position();
        int valueStart = value.position();
        try {
          batch.put(key, value);
        } catch (RocksDBException e) {
          batch.clear();
          throw failure("add to a batch", e);
        } finally {
          key.position(keyStart);
          value.position(valueStart);
        }
      }

      @Override
      public void commit() {
        try {
          db.write(writes, batch);
        } catch (RocksDBException e) {
          throw failure("write a batch", e);
        } finally {
          batch.clear();
        }
      }

      @Override
      public void close() {
        batch.close();
      }
    }
  }
}
