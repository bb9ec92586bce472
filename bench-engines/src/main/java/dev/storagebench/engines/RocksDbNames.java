package dev.storagebench.engines;

import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import java.util.List;
import java.util.stream.Stream;

/** RocksDB's options and properties, whatever the binding. */
public final class RocksDbNames {
  private static final String OPTIONS =
      "https://github.com/facebook/rocksdb/blob/main/include/rocksdb/options.h";

  /** The kinds of block cache, as {@code db_bench} names them. */
  public static final String LRU = "lru_cache";

  public static final String HYPER_CLOCK = "auto_hyper_clock_cache";

  /** How a store is settled. */
  public static final String SETTLING = "flush, then no flush or compaction is running or pending";

  /** All are zero when no compaction or flush is running or pending. */
  public static final List<String> BUSY =
      List.of(
          "rocksdb.num-running-compactions",
          "rocksdb.num-running-flushes",
          "rocksdb.compaction-pending",
          "rocksdb.mem-table-flush-pending");

  /** The properties that are recorded with a result. */
  public static final List<String> PROPERTIES =
      Stream.concat(
              BUSY.stream(),
              Stream.of(
                  "rocksdb.estimate-pending-compaction-bytes",
                  "rocksdb.total-sst-files-size",
                  "rocksdb.block-cache-usage",
                  "rocksdb.cur-size-all-mem-tables"))
          .toList();

  private RocksDbNames() {}

  /**
   * How the adapters map the settings.
   *
   * @param cache the kind of block cache
   */
  public static SettingsReport report(EngineSettings asked, String cache) {
    return new SettingsReport()
        .honoured("cacheBytes", asked.cacheBytes(), "block_cache, off the heap: " + cache)
        .honoured("writeBufferBytes", asked.writeBufferBytes(), 64 << 20, "write_buffer_size")
        .honoured("blockBytes", asked.blockBytes(), 4096, "block_size")
        .honoured("compression", asked.compression(), "compression, for all levels")
        .durability(
            asked.durability(),
            Durability.NONE,
            "disableWAL=true",
            "the WAL is written to the file system with each put, sync=false",
            "the WAL is synced with each put, sync=true")
        .honoured(
            "bloomBitsPerKey",
            asked.bloomBitsPerKey(),
            0,
            "filter_policy, full filters: " + OPTIONS)
        .own(
            "compactRange",
            "once",
            "of a prepared store, after loading, as bulkload in"
                + " https://github.com/facebook/rocksdb/blob/main/tools/benchmark.sh")
        .own(
            "keep_log_file_num",
            1,
            "each opening would leave an information log in the store: " + OPTIONS);
  }
}
