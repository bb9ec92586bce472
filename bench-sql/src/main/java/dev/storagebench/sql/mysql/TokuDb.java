package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * TokuDB, in MariaDB up to 10.5 and Percona Server up to 8.0.27.
 *
 * @see <a href="https://mariadb.com/kb/en/tokudb-system-variables/">its variables</a>
 */
record TokuDb() implements TableEngine {
  private static final long MIB = 1L << 20;
  private static final Pattern CODEC = Pattern.compile("(?i)tokudb_(\\w+)");

  @Override
  public String sqlName() {
    return "TokuDB";
  }

  @Override
  public List<String> formats(Family family) {
    return List.of("uncompressed", "quicklz", "zlib", "lzma", "snappy");
  }

  @Override
  public RowFormat format(Family family, String name, Compression compression) {
    String codec = name.isEmpty() ? "zlib" : name;
    return new RowFormat(
        codec,
        "ENGINE=TokuDB %s=TOKUDB_%s"
            .formatted(
                family == Family.MARIADB ? "COMPRESSION" : "ROW_FORMAT",
                codec.toUpperCase(Locale.ROOT)),
        "");
  }

  @Override
  public List<String> variables(ServerSpec spec) {
    EngineSettings settings = spec.settings();
    boolean atCommit = settings.durability() == Durability.SYNC;
    return List.of(
        "--plugin-load-add=ha_tokudb",
        // Otherwise TokuDB does not start where the kernel provides huge pages.
        "--loose-tokudb-check-jemalloc=0",
        "--tokudb-cache-size=" + Math.max(32 * MIB, settings.cacheBytes()),
        "--tokudb-commit-sync=" + (atCommit ? "ON" : "OFF"),
        "--tokudb-fsync-log-period=" + (atCommit ? 0 : 1000));
  }

  @Override
  public void fixVariables(SettingsReport report) {
    MyRocks.fixSystemTables(report);
  }

  @Override
  public void report(ServerSpec spec, Pool pool, SettingsReport report) {
    EngineSettings settings = spec.settings();
    List<String> actual = pool.row("SELECT @@tokudb_cache_size, @@tokudb_commit_sync");
    ServerSpec.cache(report, settings, actual.get(0), "tokudb_cache_size");
    report.honoured("compression", spec.format().options(), "option of the table");
    String how =
        "tokudb_commit_sync=%s; if OFF, the log is written and flushed once a second"
            .formatted(actual.get(1));
    if (settings.durability() == Durability.PROCESS) {
      report.replaced("durability", settings.durability(), how);
    } else {
      report.honoured("durability", settings.durability(), how);
    }
    report
        .ignored("writeBufferBytes", "TokuDB buffers changes in the nodes of its tree")
        .ignored("blockBytes", "nodes have 4 MiB")
        .ignored("bloomBitsPerKey", "TokuDB has no Bloom filters");
  }

  @Override
  public Settling settle(Pool pool, List<String> tables, Duration atMost, boolean own) {
    return InnoDb.settleExternal(pool, tables);
  }

  @Override
  public long bytesOnDisk(Pool pool, List<String> tables, Optional<ServerProcess> server) {
    return tables.stream()
        .mapToLong(
            table ->
                Long.parseLong(
                    pool.row(
                            "SELECT COALESCE(SUM(bt_size_allocated), 0) FROM information_schema.tokudb_fractal_tree_info WHERE table_schema = DATABASE() AND table_name = '%s'"
                                .formatted(table))
                        .get(0)))
        .sum();
  }

  @Override
  public Optional<String> storedFormat(Pool pool, String table, TableInfo info) {
    return CODEC
        .matcher(info.rowFormat() + " " + info.created())
        .results()
        .map(found -> found.group(1).toLowerCase(Locale.ROOT))
        .findFirst();
  }
}
