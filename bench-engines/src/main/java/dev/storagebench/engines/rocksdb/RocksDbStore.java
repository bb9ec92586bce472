package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.RocksDbNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.AbstractImmutableNativeReference;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** An open RocksDB database with its default column family. */
final class RocksDbStore extends FolderStore {
  private static final String OPTIONS =
      "https://github.com/facebook/rocksdb/blob/main/include/rocksdb/options.h";
  private static final String TABLE_READERS = "rocksdb.estimate-table-readers-mem";

  private final RocksDB db;
  private final WriteOptions writes;
  private final List<AppliedSetting> settings;
  private final Deque<AbstractImmutableNativeReference> handles = new ArrayDeque<>();

  RocksDbStore(Path folder, EngineSettings asked) {
    super(folder);
    try {
      RocksDbOptions options = RocksDbOptions.of(asked, folder);
      own(options.database());
      own(options.family());
      this.writes =
          own(new WriteOptions())
              .setDisableWAL(asked.durability() == Durability.NONE)
              .setSync(asked.durability() == Durability.SYNC);
      this.settings = report(asked);
      List<ColumnFamilyHandle> families = new ArrayList<>();
      this.db =
          own(
              RocksDB.open(
                  options.database(),
                  folder.toString(),
                  List.of(
                      new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.family())),
                  families));
      own(families.get(0));
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
        .candidate(asked.options())
        .settings();
  }

  private <T extends AbstractImmutableNativeReference> T own(T handle) {
    handles.push(handle);
    return handle;
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
    return RocksDbNames.BUSY.stream().allMatch(property -> property(property) == 0);
  }

  private long property(String name) {
    try {
      return db.getLongProperty(name);
    } catch (RocksDBException e) {
      throw failure("read the property " + name, e);
    }
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    Map<String, Long> stats = new TreeMap<>();
    RocksDbNames.ALL.forEach(name -> stats.put(name, property(name)));
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
