package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Capabilities.ServerMemory;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * RocksDB inside MariaDB or Percona Server.
 *
 * @see <a href="https://mariadb.com/kb/en/myrocks-system-variables/">its variables</a>
 */
final class MyRocks extends TableEngine {
  private static final long MIB = 1L << 20;
  private static final long BLOCK_BYTES = 4096;

  // RocksDB's names of codecs, options/options_helper.h.
  private static final Map<String, String> CODECS =
      Map.of(
          "none", "kNoCompression",
          "snappy", "kSnappyCompression",
          "zlib", "kZlibCompression",
          "lz4", "kLZ4Compression",
          "lz4hc", "kLZ4HCCompression",
          "zstd", "kZSTD");

  private static final String PENDING =
      "SELECT 'pending', SUM(value) FROM information_schema.rocksdb_cfstats WHERE stat_type IN"
          + " ('COMPACTION_PENDING', 'MEM_TABLE_FLUSH_PENDING', 'NUM_IMMUTABLE_MEM_TABLE')";
  private static final String WRITTEN =
      "SHOW GLOBAL STATUS WHERE variable_name IN ('rocksdb_compact_write_bytes',"
          + " 'rocksdb_flush_write_bytes')";
  private static final String FLUSH = "SET GLOBAL rocksdb_force_flush_memtable_now = 1";

  MyRocks() {
    super(
        "ROCKSDB",
        // The page cache is its second cache; a quarter of the memory was the hard limit of
        // TerarkDB in the published experiment.
        new ServerMemory(0.25, 0, CONNECTION_BYTES),
        "rocksdb_block_cache_size",
        List.of("rocksdb_flush_log_at_trx_commit", "rocksdb_manual_wal_flush"));
  }

  @Override
  List<String> formats(Family family) {
    return CODECS.keySet().stream().sorted().toList();
  }

  @Override
  RowFormat format(Family family, String name, Compression compression) {
    String codec = name.isEmpty() ? compression.name().toLowerCase(Locale.ROOT) : name;
    return new RowFormat(this, codec, "ENGINE=ROCKSDB", Objects.requireNonNull(CODECS.get(codec)));
  }

  @Override
  List<String> variables(ServerSpec spec) {
    EngineSettings settings = spec.settings();
    return List.of(
        "--plugin-load-add=ha_rocksdb",
        "--rocksdb-block-cache-size=" + Math.max(8 * MIB, settings.cacheBytes()),
        "--rocksdb-flush-log-at-trx-commit=" + InnoDb.flushLogAtCommit(settings.durability()),
        // By default commits stay in a buffer of the server unless each one is synced.
        "--rocksdb-manual-wal-flush="
            + (settings.durability() == Durability.PROCESS ? "OFF" : "ON"),
        "--rocksdb-default-cf-options=" + columnFamily(settings, spec.format().codec()));
  }

  private static String columnFamily(EngineSettings settings, String codec) {
    String block = settings.blockBytes().map(";block_size=%d"::formatted).orElse("");
    String bloom =
        settings
            .bloomBitsPerKey()
            .filter(bits -> bits > 0)
            .map(";filter_policy=bloomfilter:%d:false;whole_key_filtering=1"::formatted)
            .orElse("");
    return "%scompression=%s;bottommost_compression=%s;block_based_table_factory={cache_index_and_filter_blocks=1%s%s}%s"
        .formatted(
            settings.writeBufferBytes().map("write_buffer_size=%d;"::formatted).orElse(""),
            codec,
            codec,
            block,
            bloom,
            ServerVariables.columnFamilyOptions(settings.options()));
  }

  @Override
  Map<String, ?> inForce(ServerSpec spec, Pool pool) {
    List<String> actual =
        pool.row(
            "SELECT @@rocksdb_block_cache_size, @@rocksdb_flush_log_at_trx_commit, @@rocksdb_manual_wal_flush");
    return Map.of(
        "cacheBytes", actual.get(0),
        "compression", spec.format().codec(),
        "durability", spec.settings().durability(),
        "commit", actual.get(1),
        "manual", actual.get(2));
  }

  @Override
  Durability durability(List<String> values) {
    return values.get(0).equals("1")
        ? Durability.SYNC
        : Set.of("0", "OFF").contains(values.get(1)) ? Durability.PROCESS : Durability.NONE;
  }

  @Override
  String commitSetting(Durability durability) {
    return "rocksdb_flush_log_at_trx_commit = "
        + InnoDb.flushLogAtCommit(durability)
        + (durability == Durability.PROCESS
            ? " (and rocksdb_manual_wal_flush=OFF at its start)"
            : "");
  }

  @Override
  Settling settle(Pool pool, List<String> tables, Duration atMost, boolean own) {
    Settling settling =
        Polling.untilQuiet(
            atMost,
            "ANALYZE TABLE; rocksdb_force_flush_memtable_now; no compaction or flush pending or"
                + " written for a second",
            () -> {
              pool.run(tables.stream().map(MysqlBackend.DIALECT::analyze).toList());
              pool.run(List.of(FLUSH));
            },
            () -> sum(pool, PENDING) == 0,
            () -> sum(pool, WRITTEN));
    return new Settling(settling.idle() && own, settling.waited(), settling.how());
  }

  private static long sum(Pool pool, String query) {
    return pool.numbers(query).values().stream().mapToLong(Long::longValue).sum();
  }

  /** The table files of an own server, which has no other tables; else the server's own figure. */
  @Override
  long bytesOnDisk(Pool pool, List<String> tables, Optional<ServerProcess> server) {
    if (server.isEmpty()) {
      return Long.parseLong(
          pool.value(
              "SELECT COALESCE(SUM(data_size), 0) FROM information_schema.rocksdb_index_file_map"));
    }
    // #rocksdb in MariaDB, .rocksdb in Percona Server.
    try (Stream<Path> files =
        Files.find(
            server.get().home().resolve(MysqlServer.DATA),
            2,
            (file, found) ->
                file.toString().endsWith(".sst")
                    && file.getParent().toString().endsWith("rocksdb"))) {
      // Table files have no holes.
      return files
          .mapToLong(file -> file.toFile().length())
          .map(length -> (length + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The codec of all levels, the last one included. */
  @Override
  Optional<String> storedFormat(Pool pool, String table, String rowFormat, String created) {
    return pool.find(
            "SELECT GROUP_CONCAT(DISTINCT value SEPARATOR ' and ') FROM information_schema.rocksdb_cf_options WHERE cf_name = 'default' AND option_type IN ('COMPRESSION_TYPE', 'BOTTOMMOST_COMPRESSION') AND value <> 'kDisableCompressionOption'")
        .map(
            codecs -> {
              String names = codecs;
              for (Map.Entry<String, String> codec : CODECS.entrySet()) {
                names = names.replace(codec.getValue(), codec.getKey());
              }
              return names;
            });
  }

  /** One transaction would hold a lock for each row, of which there is a limit. */
  @Override
  List<String> beforeRebuild() {
    return List.of("SET SESSION rocksdb_commit_in_the_middle = 1");
  }

  @Override
  List<String> afterLoading() {
    return List.of(FLUSH, "SET GLOBAL rocksdb_compact_cf = 'default'");
  }
}
