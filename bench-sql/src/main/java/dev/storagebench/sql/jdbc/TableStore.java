package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.table.Layout;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tables with columns on a server, for workloads in SQL. It has no sessions of the key-value store.
 *
 * @param pool for work around the measurement
 * @param tables one for each part of the records
 * @param records how many rows all tables have together, once loaded
 * @param access the way to the server for those who measure
 * @param kind the engine that has them
 * @param format how it stores rows
 * @param localInfile whether rows are loaded by {@code LOAD DATA LOCAL}
 * @param server the server, if it is this store's own: it ends with the store
 */
public record TableStore(
    Pool pool,
    Layout layout,
    List<Table> tables,
    long records,
    Access access,
    StorageKind kind,
    RowFormat format,
    boolean localInfile,
    List<AppliedSetting> settings,
    Optional<MysqlServer> server)
    implements Store {

  private static final int MOST_SENDERS = 4;

  private static final String COUNTERS =
      "SHOW GLOBAL STATUS WHERE variable_name REGEXP '^(Com_(select|insert|update|delete|begin"
          + "|commit|rollback|stmt_prepare|stmt_execute)|Select_scan|Questions|Bytes_(received|sent)"
          + "|Innodb_(buffer_pool_(read_requests|reads|pages_dirty|pages_flushed)|data_(read"
          + "|written|fsyncs)|dblwr_writes|os_log_(written|fsyncs)|row_lock_waits|rows_.*"
          + "|page_compress.*|num_pages_page_.*)|rocksdb_.*)$'";

  private static final String COMPRESSION =
      "SELECT CONCAT('innodb_cmp.', page_size, '.', '%s'), %s FROM information_schema.innodb_cmp"
          + " WHERE compress_ops + uncompress_ops > 0";

  private static final List<String> COMPRESSION_COLUMNS =
      List.of(
          "compress_ops", "compress_ops_ok", "compress_time", "uncompress_ops", "uncompress_time");

  /** Makes the tables that are not there. */
  void create() {
    pool.run(
        tables.stream().map(table -> layout.create(table.quotedName(), format.options())).toList());
  }

  /** Runs statements, one after the other. */
  public void run(List<String> statements) {
    pool.run(statements);
  }

  /** Connections for those who measure. */
  public Pool connect(Driver driver) {
    return access.connect(driver, false);
  }

  /** The tables' names as SQL quotes them. */
  public List<String> names() {
    return tables.stream().map(Table::quotedName).toList();
  }

  /** The rows of a table, from 0, once all are loaded. */
  public long rowsIn(int table) {
    return layout.rowsIn(table, records);
  }

  /** Why the server is gone, with the end of its log; empty if it is not, or is not ours. */
  public Optional<String> death() {
    return server.flatMap(MysqlServer::death);
  }

  /** An empty batch of rows for a table. */
  RowBatch batch(Table table) {
    String name = table.quotedName();
    String columns = layout.shape().columns();
    return localInfile ? new RowLines(name, columns) : new RowInserts(name, columns);
  }

  /** What a connection that loads is told first. */
  List<String> loadingSettings() {
    return List.of("SET SESSION unique_checks = 0", "SET SESSION foreign_key_checks = 0");
  }

  /** Builds a table's secondary index, unless it is there. */
  void index(Table table) {
    if (!isIndexed(table)) {
      pool.run(List.of("ALTER TABLE " + table.quotedName() + " ADD KEY k_1 (k)"));
    }
  }

  /** Whether a load that was cut off had come so far. */
  private boolean isIndexed(Table table) {
    String query =
        "SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE()"
            + " AND table_name = '%s' AND index_name = 'k_1'".formatted(table.name());
    try {
      return !pool.row(query).get(0).equals("0");
    } catch (SQLException e) {
      throw SqlFailure.of(query, e);
    }
  }

  @Override
  public Session session() {
    throw new UnsupportedSettingException(
        "table=%s has rows, no keys and values; leave table out, or use benchmark Transaction"
            .formatted(layout));
  }

  @Override
  public BulkLoader loader() {
    return new RowLoader(this, records, senders(), false);
  }

  @Override
  public BulkLoader resumedLoader() {
    return new RowLoader(this, records, senders(), true);
  }

  /** A server that is ours shares the processors with those who send. */
  private static int senders() {
    return Math.max(1, Math.min(MOST_SENDERS, Runtime.getRuntime().availableProcessors()));
  }

  @Override
  public Settling settle(Duration atMost) {
    return kind.settle(pool, tables, atMost, server.isPresent());
  }

  /** The tables' files, which hold their indexes too; not the server's logs and system tables. */
  @Override
  public long bytesOnDisk() {
    return kind.bytesOnDisk(pool, tables, server);
  }

  @Override
  public Map<String, Long> stats() {
    try {
      Map<String, Long> stats = new LinkedHashMap<>(counters());
      for (String column : COMPRESSION_COLUMNS) {
        stats.putAll(pool.numbers(COMPRESSION.formatted(column, column)));
      }
      stats.putAll(ownSizes());
      return stats;
    } catch (SQLException e) {
      throw SqlFailure.of("reading the server's counters", e);
    }
  }

  /** The server's counters since its start. */
  public Map<String, Long> counters() {
    try {
      return pool.numbers(COUNTERS);
    } catch (SQLException e) {
      throw SqlFailure.of("SHOW GLOBAL STATUS", e);
    }
  }

  /** What the server says of its tables' sizes, to stand beside what the disk holds. */
  private Map<String, Long> ownSizes() throws SQLException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (String column : List.of("data_length", "index_length")) {
      long sum = 0;
      for (Table table : tables) {
        List<String> row =
            pool.row(
                "SELECT %s FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '%s'"
                    .formatted(column, table.name()));
        sum += row.isEmpty() ? 0 : Long.parseLong(row.get(0));
      }
      sizes.put("tables." + column, sum);
    }
    return sizes;
  }

  @Override
  public OptionalLong serverPid() {
    return server.map(own -> OptionalLong.of(own.process().pid())).orElse(OptionalLong.empty());
  }

  @Override
  public void close() {
    pool.close();
    server.ifPresent(MysqlServer::close);
  }

  /** The failure of work on this store. */
  public EngineException failure(String what, SQLException e) {
    return death()
        .map(death -> new EngineException(death, e))
        .orElseGet(() -> SqlFailure.of(what, e));
  }
}
