package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.sql.jdbc.Pool;
import java.sql.SQLException;
import java.util.List;

/**
 * TokuDB on a server of ours.
 *
 * @see <a href="https://mariadb.com/kb/en/tokudb-system-variables/">its variables</a>
 */
record TokuServerSettings(EngineSettings asked, RowFormat format) implements ServerSettings {
  private static final long MIB = 1L << 20;

  @Override
  public List<String> variables() {
    boolean atCommit = asked.durability() == Durability.SYNC;
    return List.of(
        "--plugin-load-add=ha_tokudb",
        // TokuDB refuses to start where the kernel may hand out huge pages, unless told so.
        "--loose-tokudb-check-jemalloc=0",
        "--innodb-buffer-pool-size=" + 16 * MIB,
        "--tokudb-cache-size=" + Math.max(32 * MIB, asked.cacheBytes()),
        "--tokudb-commit-sync=" + (atCommit ? "ON" : "OFF"),
        "--tokudb-fsync-log-period=" + (atCommit ? 0 : 1000),
        "--performance-schema=OFF",
        "--max-connections=" + (Pool.MAX_CONNECTIONS + 12));
  }

  @Override
  public List<AppliedSetting> report(Pool pool) throws SQLException {
    List<String> actual = pool.row("SELECT @@tokudb_cache_size, @@tokudb_commit_sync");
    boolean sync = asked.durability() == Durability.SYNC;
    return List.of(
        new AppliedSetting(
            "cacheBytes",
            actual.get(0),
            actual.get(0).equals(Long.toString(asked.cacheBytes())) ? Role.HONOURED : Role.REPLACED,
            "tokudb_cache_size"),
        new AppliedSetting("compression", format.options(), Role.HONOURED, "the table's option"),
        new AppliedSetting(
            "durability",
            asked.durability().name(),
            sync || asked.durability() == Durability.NONE ? Role.HONOURED : Role.REPLACED,
            "tokudb_commit_sync=%s; without it the log is written and flushed once a second"
                .formatted(actual.get(1))),
        new AppliedSetting(
            "writeBufferBytes", "", Role.IGNORED, "TokuDB buffers changes in its tree's nodes"),
        new AppliedSetting("blockBytes", "", Role.IGNORED, "its nodes are of 4 MiB"),
        new AppliedSetting("bloomBitsPerKey", "", Role.IGNORED, "TokuDB has no Bloom filters"));
  }
}
