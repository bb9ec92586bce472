package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.engines.RocksDbProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.AbstractImmutableNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** An open RocksDB database with its default column family. */
final class RocksDbStore implements Store {
  private static final String OPTIONS =
      "https://github.com/facebook/rocksdb/blob/main/include/rocksdb/options.h";
  private static final String TABLE_READERS = "rocksdb.estimate-table-readers-mem";

  private final Path folder;
  private final RocksDB db;
  private final WriteOptions writes;
  private final List<AppliedSetting> settings;
  private final Deque<AbstractImmutableNativeReference> handles = new ArrayDeque<>();

  RocksDbStore(Path folder, EngineSettings asked) {
    this.folder = folder;
    try {
      LRUCache cache = own(new LRUCache(asked.cacheBytes()));
      BlockBasedTableConfig table =
          new BlockBasedTableConfig().setBlockSize(asked.blockBytes()).setBlockCache(cache);
      if (asked.bloomBitsPerKey() > 0) {
        table.setFilterPolicy(own(new BloomFilter(asked.bloomBitsPerKey())));
      }
      CompressionType codec = codec(asked.compression());
      Options options =
          own(new Options())
              .setCreateIfMissing(true)
              .setKeepLogFileNum(1)
              .setWriteBufferSize(asked.writeBufferBytes())
              .setCompressionType(codec)
              .setBottommostCompressionType(codec)
              .setTableFormatConfig(table);
      this.writes =
          own(new WriteOptions())
              .setDisableWAL(asked.durability() == Durability.NONE)
              .setSync(asked.durability() == Durability.SYNC);
      this.settings = report(asked);
      this.db = own(RocksDB.open(options, folder.toString()));
    } catch (RocksDBException e) {
      closeHandles();
      throw failure("open " + folder, e);
    }
  }

  private static List<AppliedSetting> report(EngineSettings asked) {
    return new SettingsReport()
        .honoured("cacheBytes", asked.cacheBytes(), "LRUCache, off heap")
        .honoured("writeBufferBytes", asked.writeBufferBytes(), "write_buffer_size")
        .honoured("blockBytes", asked.blockBytes(), "block_size")
        .honoured("compression", asked.compression(), "compression, bottommost_compression")
        .honoured(
            "durability",
            asked.durability(),
            switch (asked.durability()) {
              case NONE -> "disableWAL=true";
              case PROCESS -> "WAL, written to the file system with each put, sync=false";
              case SYNC -> "WAL, sync=true";
            })
        .honoured("bloomBitsPerKey", asked.bloomBitsPerKey(), "full filters, " + OPTIONS)
        .own("keep_log_file_num", 1, "each opening would leave an information log in the store")
        .settings();
  }

  private <T extends AbstractImmutableNativeReference> T own(T handle) {
    handles.push(handle);
    return handle;
  }

  private static CompressionType codec(Compression compression) {
    return switch (compression) {
      case NONE -> CompressionType.NO_COMPRESSION;
      case SNAPPY -> CompressionType.SNAPPY_COMPRESSION;
      case LZ4 -> CompressionType.LZ4_COMPRESSION;
      case ZSTD -> CompressionType.ZSTD_COMPRESSION;
    };
  }

  static EngineException failure(String what, RocksDBException e) {
    String code = e.getStatus() == null ? "" : " [" + e.getStatus().getCode() + "]";
    return new EngineException("rocksdb: cannot " + what + code + ": " + e.getMessage(), e);
  }

  @Override
  public Session session() {
    return new RocksDbSession(db, writes);
  }

  @Override
  public Settling settle(Duration atMost) {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      db.flush(flush);
      db.flushWal(true);
    } catch (RocksDBException e) {
      throw failure("flush", e);
    }
    return Polling.until(
        atMost, "flush, then no flush or compaction running or pending", this::idle);
  }

  private boolean idle() {
    return RocksDbProperties.BUSY.stream().allMatch(property -> property(property) == 0);
  }

  private long property(String name) {
    try {
      return db.getLongProperty(name);
    } catch (RocksDBException e) {
      throw failure("read the property " + name, e);
    }
  }

  @Override
  public long bytesOnDisk() {
    return StoreFolder.allocatedBytes(folder);
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    Map<String, Long> stats = new TreeMap<>();
    RocksDbProperties.ALL.forEach(name -> stats.put(name, property(name)));
    stats.put(TABLE_READERS, property(TABLE_READERS));
    return stats;
  }

  @Override
  public void close() {
    closeHandles();
  }

  private void closeHandles() {
    while (!handles.isEmpty()) {
      handles.pop().close();
    }
  }
}
