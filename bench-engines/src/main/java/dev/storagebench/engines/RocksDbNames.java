package dev.storagebench.engines;

import java.util.List;
import java.util.stream.Stream;

/** RocksDB's options and properties, whatever the binding. */
public final class RocksDbNames {
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
}
