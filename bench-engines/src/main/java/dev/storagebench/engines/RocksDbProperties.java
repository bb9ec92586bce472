package dev.storagebench.engines;

import java.util.List;
import java.util.stream.Stream;

/** What RocksDB and its forks tell of themselves, by RocksDB's names, whatever the binding. */
public final class RocksDbProperties {

  /** All are zero when nothing is compacted or flushed. */
  public static final List<String> BUSY =
      List.of(
          "rocksdb.num-running-compactions",
          "rocksdb.num-running-flushes",
          "rocksdb.compaction-pending",
          "rocksdb.mem-table-flush-pending");

  /** What is told with a result. */
  public static final List<String> ALL =
      Stream.concat(
              BUSY.stream(),
              Stream.of(
                  "rocksdb.estimate-pending-compaction-bytes",
                  "rocksdb.total-sst-files-size",
                  "rocksdb.block-cache-usage",
                  "rocksdb.cur-size-all-mem-tables"))
          .toList();

  private RocksDbProperties() {}
}
