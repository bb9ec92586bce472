package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Capabilities.ServerMemory;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * InnoDB.
 *
 * <p>The doublewrite buffer and the flush method keep the server's defaults: with MySQL's {@code
 * fsync} the page cache is a second cache, as it is for embedded engines; MariaDB's {@code
 * O_DIRECT} bypasses it, so that rows are read into the buffer pool where files of others are read
 * into the page cache.
 */
final class InnoDb extends TableEngine {
  private static final long MIB = 1L << 20;

  // What every server accepts with pages of 16 KiB: MySQL 5 MiB, MariaDB 6.
  private static final long MIN_POOL_BYTES = 6 * MIB;
  private static final long DEFAULT_REDO_BYTES = 100 * MIB;
  private static final long MAX_REDO_BYTES = 4096 * MIB;

  private static final String COMPRESSED = "compressed";
  private static final String PAGE = "page-";
  private static final List<String> KEY_BLOCKS =
      List.of("compressed1", "compressed2", "compressed4", "compressed8", "compressed16");
  private static final List<String> MYSQL_CODECS = List.of("zlib", "lz4");

  // In the order of innodb_compression_algorithm_names, storage/innobase/handler/ha_innodb.cc.
  private static final List<String> MARIADB_CODECS =
      List.of("none", "zlib", "lz4", "lzo", "lzma", "bzip2", "snappy");

  private static final Pattern MYSQL_PAGE = Pattern.compile("(?i)\\bcompression=\"(\\w+)\"");
  private static final Pattern MARIADB_PAGE =
      Pattern.compile("(?i)\\bpage_compressed`?='?(?:1|on)\\b");
  private static final Pattern KEY_BLOCK = Pattern.compile("(?i)\\bkey_block_size=(\\d+)");

  // MariaDB from 10.5 on, storage/innobase/include/fsp0types.h: FSP_FLAGS_FCRC32_MASK_MARKER and
  // FSP_FLAGS_FCRC32_POS_COMPRESSED_ALGO.
  private static final int FULL_CRC32 = 1 << 4;
  private static final int ALGORITHM_SHIFT = 5;
  private static final int ALGORITHM_MASK = 7;

  // Flushes as fast as possible, in an order that the server accepts.
  private static final List<String> FLUSHING =
      List.of(
          "innodb_max_dirty_pages_pct_lwm = 0",
          "innodb_max_dirty_pages_pct = 0",
          "innodb_io_capacity_max = 40000",
          "innodb_io_capacity = 20000");

  /**
   * Pages to be written, and page requests since the start. The second shows whether purge and the
   * statistics thread are idle: the history list does not, because purge leaves its last entries
   * for later (innodb_purge_rseg_truncate_frequency). Reading these counters requests no page.
   */
  private static final String ACTIVITY =
      "SHOW GLOBAL STATUS WHERE variable_name IN"
          + " ('Innodb_buffer_pool_pages_dirty', 'Innodb_buffer_pool_read_requests')";

  InnoDb() {
    super(
        "InnoDB",
        // The share of the buffer pool in the published experiment.
        new ServerMemory(0.7, MIN_POOL_BYTES, CONNECTION_BYTES),
        "innodb_buffer_pool_size",
        List.of("innodb_flush_log_at_trx_commit"));
  }

  @Override
  List<String> formats(Family family) {
    return Stream.concat(
            KEY_BLOCKS.stream(),
            (family == Family.MARIADB ? MARIADB_CODECS.stream().skip(1) : MYSQL_CODECS.stream())
                .map(PAGE::concat))
        .toList();
  }

  @Override
  RowFormat format(Family family, String name, Compression compression) {
    if (name.startsWith(COMPRESSED)) {
      String kib = name.substring(COMPRESSED.length());
      return new RowFormat(
          this, name, "ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=" + kib, "");
    }
    if (name.startsWith(PAGE)) {
      String codec = name.substring(PAGE.length());
      return family == Family.MARIADB
          ? new RowFormat(this, name, "ENGINE=InnoDB PAGE_COMPRESSED=1", codec)
          : new RowFormat(this, name, "ENGINE=InnoDB COMPRESSION='" + codec + "'", "");
    }
    return RowFormat.INNODB;
  }

  static long poolBytes(EngineSettings settings) {
    return Math.max(MIN_POOL_BYTES, roundUp(settings.cacheBytes()));
  }

  /**
   * The pool is a multiple of the chunk size (128 MiB by default) times the instances (1, from 1
   * GiB on 8), with at most 1,000 chunks.
   */
  static long chunkBytes(EngineSettings settings) {
    return Math.max(MIB, roundUp(poolBytes(settings) / 900));
  }

  private static long redoBytes(EngineSettings settings) {
    long eighth = roundUp(settings.expected().rawBytes() / 8);
    return Math.min(MAX_REDO_BYTES, Math.max(DEFAULT_REDO_BYTES, eighth));
  }

  private static long roundUp(long bytes) {
    return (bytes + MIB - 1) / MIB * MIB;
  }

  /** {@code innodb_flush_log_at_trx_commit}. */
  static int flushLogAtCommit(Durability durability) {
    return switch (durability) {
      case NONE -> 0; // written and flushed once a second
      case PROCESS -> 2; // written to the operating system at each commit, flushed once a second
      case SYNC -> 1; // flushed at each commit
    };
  }

  @Override
  List<String> variables(ServerSpec spec) {
    EngineSettings settings = spec.settings();
    String codec = spec.format().codec();
    return Stream.of(
            "--innodb-buffer-pool-size=" + poolBytes(settings),
            // Unknown or obsolete in some servers; redo-log-capacity is for MySQL from 8.0.30 on,
            // where it takes precedence over log-file-size.
            "--loose-innodb-buffer-pool-chunk-size=" + chunkBytes(settings),
            "--loose-innodb-redo-log-capacity=" + redoBytes(settings),
            "--loose-innodb-log-file-size=" + redoBytes(settings),
            "--innodb-flush-log-at-trx-commit=" + flushLogAtCommit(settings.durability()),
            codec.isEmpty() ? "" : "--innodb-compression-algorithm=" + codec,
            // Plugins since MariaDB 10.7; unknown before.
            Set.of("", "zlib").contains(codec) ? "" : "--loose-plugin-load-add=provider_" + codec)
        .filter(variable -> !variable.isEmpty())
        .toList();
  }

  @Override
  Map<String, ?> inForce(ServerSpec spec, Pool pool) {
    EngineSettings settings = spec.settings();
    List<String> actual = pool.row("SELECT @@innodb_buffer_pool_size, @@innodb_flush_method");
    Map<String, Object> values = new HashMap<>();
    values.put("cacheBytes", actual.get(0));
    values.put("least", MIN_POOL_BYTES);
    values.put("method", actual.get(1));
    values.put("second", actual.get(1).startsWith("O_DIRECT") ? "bypassed" : "a second cache");
    values.put("durability", settings.durability());
    values.put("commit", flushLogAtCommit(settings.durability()));
    values.put("innodb_buffer_pool_chunk_size", chunkBytes(settings));
    if (redoBytes(settings) != DEFAULT_REDO_BYTES) {
      values.put("innodb_redo_log_capacity", redoBytes(settings));
    }
    return values;
  }

  @Override
  Durability durability(List<String> values) {
    return switch (values.get(0)) {
      case "0" -> Durability.NONE;
      case "2" -> Durability.PROCESS;
      // MariaDB's 3 flushes even more often than 1.
      default -> Durability.SYNC;
    };
  }

  @Override
  String commitSetting(Durability durability) {
    return "innodb_flush_log_at_trx_commit = " + flushLogAtCommit(durability);
  }

  /** Also where the page cache has the files, so that servers begin alike. */
  @Override
  void readOnce(Pool pool, List<String> tables) {
    tables.forEach(table -> pool.row("CHECKSUM TABLE " + MysqlBackend.DIALECT.quoted(table)));
  }

  @Override
  Settling settle(Pool pool, List<String> tables, Duration atMost, boolean own) {
    return own ? settleOwn(pool, tables, atMost) : settleExternal(pool, tables);
  }

  /**
   * Flushes all dirty pages as fast as possible, and waits until there are none and purge is idle.
   * The server's settings are restored.
   */
  private static Settling settleOwn(Pool pool, List<String> tables, Duration atMost) {
    List<String> restore = new ArrayList<>(List.of("FLUSH ENGINE LOGS"));
    for (String setting : FLUSHING) {
      String name = setting.split(" ", 2)[0];
      restore.add(0, "SET GLOBAL %s = %s".formatted(name, pool.value("SELECT @@" + name)));
    }
    try {
      return Polling.untilQuiet(
          atMost,
          "ANALYZE TABLE; innodb_max_dirty_pages_pct = 0 until no page is dirty or requested for a"
              + " second; FLUSH ENGINE LOGS",
          () -> {
            pool.run(tables.stream().map(MysqlBackend.DIALECT::analyze).toList());
            pool.run(FLUSHING.stream().map("SET GLOBAL "::concat).toList());
          },
          () -> activity(pool, "Innodb_buffer_pool_pages_dirty") == 0,
          () -> activity(pool, "Innodb_buffer_pool_read_requests"));
    } finally {
      pool.run(restore);
    }
  }

  private static long activity(Pool pool, String name) {
    return pool.numbers(ACTIVITY).getOrDefault(name, -1L);
  }

  /**
   * Flushes the tables' own pages, all that can be flushed on an external server; whether it is
   * idle is unknown.
   */
  private Settling settleExternal(Pool pool, List<String> tables) {
    long start = System.nanoTime();
    String how = "ANALYZE TABLE; FLUSH TABLES … FOR EXPORT; other work of the server is unknown";
    try {
      for (String table : tables) {
        pool.run(List.of(MysqlBackend.DIALECT.analyze(table)));
        pool.run(afterRebuild(MysqlBackend.DIALECT.quoted(table)));
      }
    } catch (EngineException withoutThePrivilege) {
      how = "nothing flushed: " + withoutThePrivilege.getMessage();
    }
    return new Settling(false, Duration.ofNanos(System.nanoTime() - start), how);
  }

  /**
   * The first two sources count as {@code du} does, but need the PROCESS privilege; the last one
   * counts whole extents, and compressed pages at full size.
   */
  @Override
  long bytesOnDisk(Pool pool, List<String> tables, Optional<ServerProcess> server) {
    return tables.stream()
        .map(
            table ->
                ofTable(pool, "allocated_size", "tablespaces", table)
                    .orElseGet(() -> info(pool, table, "data_length + index_length").get(0)))
        .mapToLong(Long::parseLong)
        .sum();
  }

  /** A column of a table's row in MySQL's innodb_X, or innodb_sys_X of MySQL 5.7 and MariaDB. */
  private static Optional<String> ofTable(Pool pool, String column, String source, String table) {
    return Stream.of("innodb_", "innodb_sys_")
        .map(
            prefix ->
                "SELECT %s FROM information_schema.%s WHERE name = CONCAT(DATABASE(), '/%s')"
                    .formatted(column, prefix + source, table))
        .flatMap(query -> pool.find(query).stream())
        .findFirst();
  }

  /**
   * MySQL and MariaDB make a compressed table {@code DYNAMIC} without {@code innodb_file_per_table}
   * and {@code innodb_strict_mode}; MariaDB uses the codec that {@code
   * innodb_compression_algorithm} has when a table is created, even none, and keeps it.
   */
  @Override
  Optional<String> storedFormat(Pool pool, String table, String rowFormat, String created) {
    if (rowFormat.equalsIgnoreCase("Compressed")) {
      return keyBlockKib(pool, table, created).map(COMPRESSED::concat);
    }
    Matcher mysql = MYSQL_PAGE.matcher(created);
    String codec =
        mysql.find() ? mysql.group(1).toLowerCase(Locale.ROOT) : mariadbCodec(pool, table, created);
    return Optional.of(codec.equals("none") ? "" : PAGE + codec);
  }

  private static Optional<String> keyBlockKib(Pool pool, String table, String created) {
    return ofTable(pool, "zip_page_size", "tables", table)
        .map(size -> Long.toString(Long.parseLong(size) >> 10))
        .or(() -> KEY_BLOCK.matcher(created).results().map(found -> found.group(1)).findFirst());
  }

  /** The codec in the table's own flags, or the one that new tables get. */
  private static String mariadbCodec(Pool pool, String table, String created) {
    int flags =
        ofTable(pool, "flag", "tablespaces", table)
            .map(flag -> (int) Long.parseLong(flag))
            .orElse(0);
    int algorithm = (flags >> ALGORITHM_SHIFT) & ALGORITHM_MASK;
    if ((flags & FULL_CRC32) != 0 && algorithm < MARIADB_CODECS.size()) {
      return MARIADB_CODECS.get(algorithm);
    }
    return MARIADB_PAGE.matcher(created).find()
        ? pool.find("SELECT @@innodb_compression_algorithm").orElse("none")
        : "none";
  }

  @Override
  List<String> afterRebuild(String table) {
    return List.of("FLUSH TABLES " + table + " FOR EXPORT", "UNLOCK TABLES");
  }
}
