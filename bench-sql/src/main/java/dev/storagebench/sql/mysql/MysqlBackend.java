package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
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
abstract class MysqlBackend implements Server {
  static final String COUNTERS =
      "SHOW GLOBAL STATUS WHERE variable_name REGEXP '^(Com_(select|insert|update|delete|replace|begin"
          + "|commit|rollback|stmt_prepare|stmt_execute)|Select_scan|Questions|Bytes_(received|sent)"
          + "|Innodb_(buffer_pool_(read_requests|reads|pages_dirty|pages_flushed)|data_(read"
          + "|written|fsyncs)|dblwr_writes|os_log_(written|fsyncs)|row_lock_(waits|time)|rows_.*"
          + "|pages_created|page_compress.*|num_pages_page_.*)|rocksdb_.*)$'";

  private static final String COMPRESSION =
      "SELECT CONCAT('innodb_cmp.', page_size, '.', '%s'), %s FROM information_schema.innodb_cmp"
          + " WHERE compress_ops + uncompress_ops > 0";

  private static final List<String> COMPRESSION_COLUMNS =
      List.of(
          "compress_ops", "compress_ops_ok", "compress_time", "uncompress_ops", "uncompress_time");

  static final Dialect DIALECT = new MysqlDialect();

  final String engine;
  final TableEngine tableEngine;
  private final RowFormat format;
  private final Pool admin;
  private final List<AppliedSetting> settings;

  /**
   * A server.
   *
   * @param engine its name, for messages
   */
  MysqlBackend(
      String engine,
      TableEngine tableEngine,
      RowFormat format,
      Pool admin,
      List<AppliedSetting> settings) {
    this.engine = engine;
    this.tableEngine = tableEngine;
    this.format = format;
    this.admin = admin;
    this.settings = List.copyOf(settings);
  }

  @Override
  public Dialect dialect() {
    return DIALECT;
  }

  @Override
  public Pool admin() {
    return admin;
  }

  @Override
  public final String tableOptions() {
    return format.options();
  }

  @Override
  public void requireFormat(String table) {
    format.requireStored(tableEngine, admin, table);
  }

  @Override
  public String plainTableOptions() {
    return RowFormat.INNODB.options();
  }

  @Override
  public long settlePlain(List<String> tables, Duration atMost) {
    InnoDb innodb = new InnoDb();
    innodb.settle(admin, tables, atMost, isOwn());
    return innodb.bytesOnDisk(admin, tables, own());
  }

  /** {@code FORCE}, because MySQL changes the codec of pages without rewriting existing ones. */
  @Override
  public void rebuild(String table) {
    String name = DIALECT.quoted(table);
    List<String> statements = new ArrayList<>(tableEngine.beforeRebuild());
    statements.add("ALTER TABLE %s %s, FORCE".formatted(name, format.options()));
    if (isOwn()) {
      statements.addAll(tableEngine.afterRebuild(name));
    }
    admin.run(statements);
    requireFormat(table);
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Settling settle(List<String> tables, Duration atMost) {
    return tableEngine.settle(admin, tables, atMost, isOwn());
  }

  @Override
  public long bytesOnDisk(List<String> tables) {
    return tableEngine.bytesOnDisk(admin, tables, own());
  }

  @Override
  public Map<String, Long> counters() {
    return admin.numbers(COUNTERS);
  }

  /** How pages were compressed, and the server's own figures of sizes. */
  @Override
  public Map<String, Long> statistics(List<String> tables) {
    Map<String, Long> statistics = new LinkedHashMap<>();
    if (isOwn()) {
      // Elsewhere the account may lack the PROCESS privilege.
      for (String column : COMPRESSION_COLUMNS) {
        statistics.putAll(admin.numbers(COMPRESSION.formatted(column, column)));
      }
    }
    for (String table : tables) {
      List<String> sizes = TableEngine.info(admin, table, "data_length, index_length");
      statistics.merge("tables.data_length", Long.valueOf(sizes.get(0)), Long::sum);
      statistics.merge("tables.index_length", Long.valueOf(sizes.get(1)), Long::sum);
    }
    return statistics;
  }
}
