package dev.storagebench.engines;

import dev.storagebench.core.engine.Condition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** RocksDB's properties and those of its options that set a condition, whatever the binding. */
public final class RocksDbNames {

  /** All are zero when nothing is compacted or flushed. */
  public static final List<String> BUSY =
      List.of(
          "rocksdb.num-running-compactions",
          "rocksdb.num-running-flushes",
          "rocksdb.compaction-pending",
          "rocksdb.mem-table-flush-pending");

  /** What is recorded with a result. */
  public static final List<String> ALL =
      Stream.concat(
              BUSY.stream(),
              Stream.of(
                  "rocksdb.estimate-pending-compaction-bytes",
                  "rocksdb.total-sst-files-size",
                  "rocksdb.block-cache-usage",
                  "rocksdb.cur-size-all-mem-tables"))
          .toList();

  private RocksDbNames() {}

  private static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE,
          "block_cache|block_cache_compressed|no_block_cache|row_cache|blob_cache|persistent_cache|table_factory|plain_table_factory|cuckoo_table_factory",
          Condition.WRITE_BUFFER,
          "write_buffer_size|db_write_buffer_size|write_buffer_manager",
          Condition.BLOCK,
          "block_size",
          Condition.COMPRESSION,
          "(wal_|blob_|bottommost_)?compression(_opts|_per_level|_manager)?",
          Condition.DURABILITY,
          "use_fsync|disable_?wal|sync|manual_wal_flush|wal_recovery_mode|avoid_flush_during_shutdown",
          Condition.BLOOM_BITS,
          "filter_policy",
          Condition.STORE,
          "comparator|env|wal_dir|db_paths|cf_paths|db_log_dir|create_if_missing|error_if_exists");

  /** The condition that an option would change, as {@code StorageEngine.conditionOf}. */
  public static Optional<String> conditionOf(String option, String value) {
    return Condition.of(CONDITIONS, option, value);
  }
}
