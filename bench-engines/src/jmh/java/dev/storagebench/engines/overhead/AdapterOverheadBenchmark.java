package dev.storagebench.engines.overhead;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.engines.lmdb.LmdbEngine;
import dev.storagebench.engines.rocksdb.RocksDbEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.HyperClockCache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Point reads through an adapter, and the same calls with the same settings written by hand as
 * their maintainers would: 100,000 records of 27 bytes and 1 KiB, all in memory.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      "-Dlmdbjava.disable.checks=true"
    })
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AdapterOverheadBenchmark {
  private static final int RECORDS = 100_000;
  private static final int KEY_BYTES = 27;
  private static final int VALUE_BYTES = 1024;
  private static final long CACHE_BYTES = 512L << 20;
  static final int BLOCK_BYTES = 4096;
  static final int BLOOM_BITS = 10;
  static final long WRITE_BUFFER_BYTES = 64L << 20;

  /** What an adapter is asked for. */
  static EngineSettings settings(long cacheBytes, int records, int keyBytes, int valueBytes) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        cacheBytes,
        Optional.of(WRITE_BUFFER_BYTES),
        Optional.of(BLOCK_BYTES),
        Compression.NONE,
        Durability.PROCESS,
        Optional.of(BLOOM_BITS),
        new EngineSettings.Expected(
            records, (long) records * (keyBytes + valueBytes), keyBytes, valueBytes),
 Map.of());
  }

  /** The same for RocksDB by hand. */
  static Options rocksdbOptions(long cacheBytes) {
    // The default of the version, as the adapter has it.
    Cache cache =
        RocksDB.rocksdbVersion().getMajor() > 10
            ? new HyperClockCache(cacheBytes, 0, -1, false)
            : new LRUCache(cacheBytes);
    return new Options()
        .setKeepLogFileNum(1)
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setBlockSize(BLOCK_BYTES)
                .setBlockCache(cache)
                .setFilterPolicy(new BloomFilter(BLOOM_BITS)));
  }

  /** Keys to draw from, and what an engine is opened with. */
  @State(Scope.Thread)
  public static class Draws {
    private final SplittableRandom random = new SplittableRandom(1);
    final ByteBuffer into = ByteBuffer.allocateDirect(VALUE_BYTES);
    private final ByteBuffer key = ByteBuffer.allocateDirect(KEY_BYTES);

    ByteBuffer next() {
      return key(key, random.nextInt(RECORDS));
    }

    static ByteBuffer key(ByteBuffer key, int number) {
      key.clear();
      // As in the data sets: a common beginning, and order that is not that of the numbers.
      key.putLong(0, 0x4230_3030_3030_3030L).putLong(8, 0x2041_3030_3030_3030L);
      key.putLong(KEY_BYTES - Long.BYTES, number * 0x9E37_79B9_7F4A_7C15L);
      return key;
    }
  }

  /** A store that an adapter fills, once for the adapter and once for the hand-written code. */
  public abstract static class Filled {
    private final StorageEngine engine;
    private Path folder;
    Path copy;
    KeyValueStore store;
    Session session;

    Filled(StorageEngine engine) {
      this.engine = engine;
    }

    /** Fills a store, copies it twice and opens one of the copies. */
    final void fill() throws IOException {
      Path filled = Files.createTempDirectory("storage-bench-overhead-");
      folder = Files.createTempDirectory("storage-bench-overhead-");
      copy = Files.createTempDirectory("storage-bench-overhead-");
      EngineSettings settings = settings(CACHE_BYTES, RECORDS, KEY_BYTES, VALUE_BYTES);
      try (KeyValueStore filling = engine.open(filled, settings);
          Session puts = filling.session()) {
        ByteBuffer key = ByteBuffer.allocateDirect(KEY_BYTES);
        byte[] bytes = new byte[VALUE_BYTES];
        Random random = new Random(1);
        for (int i = 0; i < RECORDS; i++) {
          random.nextBytes(bytes);
          puts.put(Draws.key(key, i), ByteBuffer.allocateDirect(VALUE_BYTES).put(bytes).flip());
        }
        filling.settle(Duration.ofMinutes(1));
      }
      // A copy for each: the page cache holds a file that was written at once in larger pieces.
      engine.copy(filled, folder);
      engine.copy(filled, copy);
      StoreFolder.delete(filled);
      store = engine.open(folder, settings);
      session = store.session();
    }

    /** Closes and removes both. */
    final void remove() throws IOException {
      session.close();
      store.close();
      StoreFolder.delete(folder);
      StoreFolder.delete(copy);
    }
  }

  /** RocksDB twice. */
  @State(Scope.Benchmark)
  public static class Rocks extends Filled {
    RocksDB db;
    ReadOptions reads;

    /** For JMH. */
    public Rocks() {
      super(new RocksDbEngine());
    }

    /** Opens both. */
    @Setup
    public void open() throws IOException, RocksDBException {
      fill();
      db = RocksDB.open(rocksdbOptions(CACHE_BYTES), copy.toString());
      reads = new ReadOptions();
    }

    /** Closes both. */
    @TearDown
    public void close() throws IOException {
      db.close();
      remove();
    }
  }

  /** LMDB twice. */
  @State(Scope.Benchmark)
  public static class Lmdb extends Filled {
    private Env<ByteBuffer> env;
    Dbi<ByteBuffer> dbi;
    Txn<ByteBuffer> read;

    /** For JMH. */
    public Lmdb() {
      super(new LmdbEngine());
    }

    /** Opens both. */
    @Setup
    public void open() throws IOException {
      fill();
      env =
          Env.create(ByteBufferProxy.PROXY_OPTIMAL)
              .setMapSize(1L << 30)
              .open(copy.toFile(), EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOSYNC);
      dbi = env.openDbi((byte[]) null);
      read = env.txnRead();
      read.reset();
    }

    /** Closes both. */
    @TearDown
    public void close() throws IOException {
      read.close();
      env.close();
      remove();
    }
  }

  /** RocksDB through the adapter. */
  @Benchmark
  public int rocksdbByAdapter(Rocks rocks, Draws draws) {
    return found(rocks.session.get(draws.next(), draws.into));
  }

  /** RocksDB by hand. */
  @Benchmark
  public int rocksdbByHand(Rocks rocks, Draws draws) throws RocksDBException {
    draws.into.clear();
    return found(rocks.db.get(rocks.reads, draws.next(), draws.into));
  }

  /** LMDB through the adapter. */
  @Benchmark
  public int lmdbByAdapter(Lmdb lmdb, Draws draws) {
    return found(lmdb.session.get(draws.next(), draws.into));
  }

  /** LMDB by hand: a transaction that sees the last write, and a copy, as the adapter has. */
  @Benchmark
  public int lmdbByHand(Lmdb lmdb, Draws draws) {
    lmdb.read.renew();
    ByteBuffer value = lmdb.dbi.get(lmdb.read, draws.next());
    int length = value.remaining();
    draws.into.clear().put(value);
    lmdb.read.reset();
    return found(length);
  }

  private static int found(int length) {
    if (length != VALUE_BYTES) {
      throw new IllegalStateException("read " + length + " bytes");
    }
    return length;
  }
}
