package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Table;
import dev.storagebench.sql.server.MysqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings MyRocks to rest and asks for its size. */
record RocksSettler(Pool pool, List<Table> tables) {
  private static final long POLL_MILLIS = 100;
  private static final int QUIET_LOOKS = 10;
  private static final long BLOCK_BYTES = 4096;

  private static final String ACTIVITY =
      "SELECT stat_type, SUM(value) FROM information_schema.rocksdb_cfstats WHERE stat_type IN"
          + " ('COMPACTION_PENDING', 'MEM_TABLE_FLUSH_PENDING', 'NUM_IMMUTABLE_MEM_TABLE')"
          + " GROUP BY stat_type";
  private static final String COMPACTED =
      "SHOW GLOBAL STATUS WHERE variable_name IN ('rocksdb_compact_write_bytes',"
          + " 'rocksdb_flush_write_bytes')";

  Settling settle(Duration atMost, boolean own) {
    long start = System.nanoTime();
    pool.run(tables.stream().map(new MysqlDialect()::analyze).toList());
    pool.run(List.of("SET GLOBAL rocksdb_force_flush_memtable_now = 1"));
    boolean idle = awaitQuiet(start + atMost.toNanos());
    return new Settling(
        idle && own,
        Duration.ofNanos(System.nanoTime() - start),
        "ANALYZE TABLE; rocksdb_force_flush_memtable_now; no compaction or flush pending or"
            + " written for a second");
  }

  private boolean awaitQuiet(long deadline) {
    int quiet = 0;
    long written = -1;
    while (quiet < QUIET_LOOKS) {
      long pending = sum(ACTIVITY);
      long now = sum(COMPACTED);
      quiet = pending == 0 && now == written ? quiet + 1 : 0;
      written = now;
      if (System.nanoTime() > deadline) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EngineException("myrocks: interrupted while the server came to rest", e);
      }
    }
    return true;
  }

  private long sum(String query) {
    try {
      Map<String, Long> numbers = pool.numbers(query);
      return numbers.values().stream().mapToLong(Long::longValue).sum();
    } catch (SQLException e) {
      throw pool.failure(query, e);
    }
  }

  /**
   * The blocks of all table files of a server of ours, which has no other tables; elsewhere what
   * the server says.
   */
  static long bytesOnDisk(Pool pool, Optional<MysqlServer> server) {
    if (server.isEmpty()) {
      try {
        return Long.parseLong(
            pool.row(
                    "SELECT COALESCE(SUM(data_size), 0) FROM information_schema.rocksdb_index_file_map")
                .get(0));
      } catch (SQLException e) {
        throw pool.failure("size of MyRocks' tables", e);
      }
    }
    Path data = server.get().data();
    try (var folders = Files.list(data)) {
      long sum = 0;
      for (Path folder :
          folders.filter(each -> each.getFileName().toString().endsWith("rocksdb")).toList()) {
        try (var files = Files.list(folder)) {
          for (Path file : files.filter(each -> each.toString().endsWith(".sst")).toList()) {
            // Table files have no holes.
            sum += (Files.size(file) + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
          }
        }
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
