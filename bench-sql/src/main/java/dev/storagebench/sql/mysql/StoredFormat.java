package dev.storagebench.sql.mysql;

import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Table;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format in which a server stores a table, by what it says of the table itself: servers replace
 * what they cannot do, and a warning is all they say about it. MySQL and MariaDB make a compressed
 * table {@code DYNAMIC} without {@code innodb_file_per_table} and {@code innodb_strict_mode};
 * MariaDB takes the codec that {@code innodb_compression_algorithm} has when a table is created,
 * none at all included, and keeps it.
 *
 * @param pool an account without the privilege PROCESS sees less
 */
record StoredFormat(Pool pool, Table table) {
  private static final Pattern MYSQL_PAGE = Pattern.compile("(?i)\\bcompression=\"(\\w+)\"");
  private static final Pattern MARIADB_PAGE =
      Pattern.compile("(?i)\\bpage_compressed`?='?(?:1|on)\\b");
  private static final Pattern KEY_BLOCK = Pattern.compile("(?i)\\bkey_block_size=(\\d+)");
  private static final Pattern TOKUDB = Pattern.compile("(?i)tokudb_(\\w+)");

  // MariaDB from 10.5 on, storage/innobase/include/fsp0types.h: FSP_FLAGS_FCRC32_MASK_MARKER and
  // FSP_FLAGS_FCRC32_POS_COMPRESSED_ALGO.
  private static final int FULL_CRC32 = 1 << 4;
  private static final int ALGORITHM_SHIFT = 5;
  private static final int ALGORITHM_MASK = 7;
  // In the order of innodb_compression_algorithm_names, storage/innobase/handler/ha_innodb.cc.
  private static final List<String> ALGORITHMS =
      List.of("none", "zlib", "lz4", "lzo", "lzma", "bzip2", "snappy");

  private record Options(String engine, String rowFormat, String created) {}

  /** The name of an InnoDB table's format, empty for a plain one; nothing if it cannot be known. */
  Optional<String> innodb() {
    Optional<Options> found = options();
    if (found.isEmpty() || !found.get().engine().equalsIgnoreCase("InnoDB")) {
      return found.map(Options::engine);
    }
    Options options = found.get();
    if (options.rowFormat().equalsIgnoreCase("Compressed")) {
      return zipKilobytes(options.created()).map(size -> "compressed" + size);
    }
    Matcher mysql = MYSQL_PAGE.matcher(options.created());
    return Optional.of(page(mysql.find() ? mysql.group(1) : mariadbCodec(options.created())));
  }

  private static String page(String codec) {
    String lower = codec.toLowerCase(Locale.ROOT);
    return lower.equals("none") ? "" : "page-" + lower;
  }

  private Optional<String> zipKilobytes(String created) {
    String of = " WHERE name = CONCAT(DATABASE(), '/" + table.name() + "')";
    Optional<String> bytes =
        value("SELECT zip_page_size FROM information_schema.innodb_tables" + of)
            .or(() -> value("SELECT zip_page_size FROM information_schema.innodb_sys_tables" + of));
    Matcher block = KEY_BLOCK.matcher(created);
    return bytes.isPresent()
        ? bytes.map(size -> Long.toString(Long.parseLong(size) >> 10))
        : block.find() ? Optional.of(block.group(1)) : Optional.empty();
  }

  /** The codec that is in the table's own flags, or the one that new tables get. */
  private String mariadbCodec(String created) {
    int flags =
        value(
                "SELECT flag FROM information_schema.innodb_sys_tablespaces WHERE name = CONCAT(DATABASE(), '/%s')"
                    .formatted(table.name()))
            .map(flag -> (int) Long.parseLong(flag))
            .orElse(0);
    int algorithm = (flags >> ALGORITHM_SHIFT) & ALGORITHM_MASK;
    if ((flags & FULL_CRC32) != 0 && algorithm < ALGORITHMS.size()) {
      return ALGORITHMS.get(algorithm);
    }
    return MARIADB_PAGE.matcher(created).find()
        ? value("SELECT @@innodb_compression_algorithm").orElse("none")
        : "none";
  }

  /** RocksDB's name of the codec that a MyRocks table gets in all levels, the last one included. */
  Optional<String> rocksdbCodec() {
    Optional<Options> found = options();
    if (found.isEmpty() || !found.get().engine().equalsIgnoreCase("ROCKSDB")) {
      return found.map(Options::engine);
    }
    return value(
        "SELECT GROUP_CONCAT(DISTINCT value SEPARATOR ' and ') FROM information_schema.rocksdb_cf_options WHERE cf_name = 'default' AND option_type IN ('COMPRESSION_TYPE', 'BOTTOMMOST_COMPRESSION') AND value <> 'kDisableCompressionOption'");
  }

  /** The name of a TokuDB table's codec. */
  Optional<String> tokudb() {
    return options()
        .flatMap(
            options -> {
              Matcher codec = TOKUDB.matcher(options.rowFormat() + " " + options.created());
              return options.engine().equalsIgnoreCase("TokuDB")
                  ? codec.results().map(each -> each.group(1).toLowerCase(Locale.ROOT)).findFirst()
                  : Optional.of(options.engine());
            });
  }

  private Optional<Options> options() {
    String query =
        "SELECT engine, row_format, create_options FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '%s'"
            .formatted(table.name());
    try {
      List<String> row = pool.row(query);
      return row.isEmpty()
          ? Optional.empty()
          : Optional.of(new Options(row.get(0), row.get(1), row.get(2)));
    } catch (SQLException e) {
      throw pool.failure(query, e);
    }
  }

  /** Nothing where this version has no such table, or the account may not read it. */
  private Optional<String> value(String query) {
    try {
      return pool.row(query).stream().findFirst();
    } catch (SQLException notHere) {
      return Optional.empty();
    }
  }
}
