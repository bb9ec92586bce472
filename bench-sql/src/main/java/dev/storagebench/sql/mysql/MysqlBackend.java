package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A running MySQL or MariaDB server, with the storage engine and row format to be measured. */
sealed interface MysqlBackend extends Server permits OwnBackend, ExternalBackend {
  /** The dialect of MySQL and MariaDB. */
  Dialect DIALECT = new MysqlDialect();

  /** Selects the counters of a server. */
  String COUNTERS =
      "SHOW GLOBAL STATUS WHERE variable_name REGEXP '^(Com_(select|insert|update|delete|replace|begin"
          + "|commit|rollback|stmt_prepare|stmt_execute)|Select_scan|Questions|Bytes_(received|sent)"
          + "|Innodb_(buffer_pool_(read_requests|reads|pages_dirty|pages_flushed)|data_(read"
          + "|written|fsyncs)|dblwr_writes|os_log_(written|fsyncs)|row_lock_(waits|time)|rows_.*"
          + "|pages_created|page_compress.*|num_pages_page_.*)|rocksdb_.*)$'";

  /** Selects a counter of page compression, by the size of the pages. */
  String COMPRESSION =
      "SELECT CONCAT('innodb_cmp.', page_size, '.', '%s'), %s FROM information_schema.innodb_cmp"
          + " WHERE compress_ops + uncompress_ops > 0";

  /** The counters of page compression. */
  List<String> COMPRESSION_COLUMNS =
      List.of(
          "compress_ops", "compress_ops_ok", "compress_time", "uncompress_ops", "uncompress_time");

  /** The format of the tables to be measured. */
  RowFormat format();

  @Override
  default Dialect dialect() {
    return DIALECT;
  }

  @Override
  default String tableOptions() {
    return format().options();
  }

  @Override
  default void requireFormat(String table) {
    format().requireStored(admin(), table);
  }

  @Override
  default String plainTableOptions() {
    return RowFormat.INNODB.options();
  }

  @Override
  default long settlePlain(List<String> tables, Duration atMost) {
    TableEngine innodb = RowFormat.INNODB.engine();
    innodb.settle(admin(), tables, atMost, isOwn());
    return innodb.bytesOnDisk(admin(), tables, own());
  }

  /** {@code FORCE}, because MySQL changes the codec of pages without rewriting existing ones. */
  @Override
  default void rebuild(String table) {
    String name = DIALECT.quoted(table);
    List<String> statements = new ArrayList<>(format().engine().beforeRebuild());
    statements.add("ALTER TABLE %s %s, FORCE".formatted(name, format().options()));
    if (isOwn()) {
      statements.addAll(format().engine().afterRebuild(name));
    }
    admin().run(statements);
    requireFormat(table);
  }

  @Override
  default Settling settle(List<String> tables, Duration atMost) {
    return format().engine().settle(admin(), tables, atMost, isOwn());
  }

  /** The parts of tables, by the connections to them. */
  default Map<Pool, List<String>> tablesOf(List<String> tables) {
    Map<Pool, List<String>> all = new LinkedHashMap<>();
    for (String table : tables) {
      for (Part part : parts(table)) {
        all.computeIfAbsent(part.admin(), pool -> new ArrayList<>()).add(part.table());
      }
    }
    return all;
  }

  /** With shards, of all servers; with replicas, of the primary. */
  @Override
  default long bytesOnDisk(List<String> tables) {
    return tablesOf(tables).entrySet().stream()
        .mapToLong(each -> format().engine().bytesOnDisk(each.getKey(), each.getValue(), own()))
        .sum();
  }

  @Override
  default Map<String, Long> counters() {
    return admin().numbers(COUNTERS);
  }

  /** How pages were compressed, and the server's own figures of sizes. */
  @Override
  default Map<String, Long> statistics(List<String> tables) {
    Map<String, Long> statistics = new LinkedHashMap<>();
    if (isOwn()) {
      // Elsewhere the account may lack the PROCESS privilege.
      for (String column : COMPRESSION_COLUMNS) {
        statistics.putAll(admin().numbers(COMPRESSION.formatted(column, column)));
      }
    }
    for (String table : tables) {
      List<String> sizes = TableEngine.info(admin(), table, "data_length, index_length");
      statistics.merge("tables.data_length", Long.valueOf(sizes.get(0)), Long::sum);
      statistics.merge("tables.index_length", Long.valueOf(sizes.get(1)), Long::sum);
    }
    return statistics;
  }
}
