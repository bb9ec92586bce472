package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.sql.jdbc.Pool;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * MyRocks on a server of ours.
 *
 * @see <a href="https://mariadb.com/kb/en/myrocks-system-variables/">its variables</a>
 */
record RocksServerSettings(EngineSettings asked, RowFormat format) implements ServerSettings {
  private static final long MIB = 1L << 20;

  private String columnFamily() {
    String bloom =
        asked.bloomBitsPerKey() == 0
            ? ""
            : ";filter_policy=bloomfilter:%d:false;whole_key_filtering=1"
                .formatted(asked.bloomBitsPerKey());
    return "write_buffer_size=%d;compression=%s;bottommost_compression=%s;block_based_table_factory={cache_index_and_filter_blocks=1;block_size=%d%s}%s"
        .formatted(
            asked.writeBufferBytes(),
            format.codec(),
            format.codec(),
            asked.blockBytes(),
            bloom,
            ServerVariables.columnFamilyOptions(asked.options()));
  }

  @Override
  public List<String> variables() {
    return List.of(
        "--plugin-load-add=ha_rocksdb",
        "--innodb-buffer-pool-size=" + 16 * MIB,
        "--rocksdb-block-cache-size=" + Math.max(8 * MIB, asked.cacheBytes()),
        "--rocksdb-flush-log-at-trx-commit="
            + OwnServerSettings.flushLogAtCommit(asked.durability()),
        // 2 is kPointInTimeRecovery; 1, MariaDB's default, refuses a log that a crash cut short.
        "--rocksdb-wal-recovery-mode=2",
        "--rocksdb-default-cf-options=" + columnFamily(),
        "--rocksdb-strict-collation-check=OFF",
        "--performance-schema=OFF",
        "--max-connections=" + (Pool.MAX_CONNECTIONS + 12));
  }

  @Override
  public List<AppliedSetting> report(Pool pool) throws SQLException {
    List<String> actual =
        pool.row("SELECT @@rocksdb_block_cache_size, @@rocksdb_flush_log_at_trx_commit");
    List<AppliedSetting> report = new ArrayList<>();
    report.add(
        new AppliedSetting(
            "cacheBytes",
            actual.get(0),
            actual.get(0).equals(Long.toString(asked.cacheBytes())) ? Role.HONOURED : Role.REPLACED,
            "rocksdb_block_cache_size; files go through the page cache as well"));
    report.add(
        honoured("writeBufferBytes", Long.toString(asked.writeBufferBytes()), "write_buffer_size"));
    report.add(honoured("blockBytes", Integer.toString(asked.blockBytes()), "block_size"));
    report.add(honoured("compression", format.codec(), "compression, bottommost_compression"));
    report.add(
        honoured("bloomBitsPerKey", Integer.toString(asked.bloomBitsPerKey()), "filter_policy"));
    report.add(
        honoured(
            "durability",
            asked.durability().name(),
            "rocksdb_flush_log_at_trx_commit=" + actual.get(1)));
    report.add(
        new AppliedSetting(
            "rocksdb_wal_recovery_mode",
            "2",
            Role.OWN,
            "opens after a crash up to the last record that is whole, as InnoDB does"));
    report.add(
        new AppliedSetting(
            "rocksdb_strict_collation_check", "OFF", Role.OWN, "keys of any character set"));
    report.add(
        new AppliedSetting(
            "performance_schema", "OFF", Role.OWN, "its memory belongs to the data"));
    report.add(
        new AppliedSetting(
            "innodb_buffer_pool_size",
            Long.toString(16 * MIB),
            Role.OWN,
            "only the server's own tables are in InnoDB"));
    return report;
  }

  private static AppliedSetting honoured(String name, String value, String how) {
    return new AppliedSetting(name, value, Role.HONOURED, how);
  }
}
