package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.DriverSettings;
import dev.storagebench.sql.jdbc.DriverSettings.Setting;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Server;
import dev.storagebench.sql.jdbc.Table;
import dev.storagebench.sql.server.MysqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A running server of MySQL's family, with the engine and the format that are measured in it. */
abstract class MysqlBackend implements Server {
  private static final String COUNTERS =
      "SHOW GLOBAL STATUS WHERE variable_name REGEXP '^(Com_(select|insert|update|delete|begin"
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

  /** The database of a server of ours. */
  static final String DATABASE = "storagebench";

  private static final List<Setting> TO_LOAD =
      List.of(
          new Setting("allowLoadLocalInfile", "true", "rows are loaded by LOAD DATA LOCAL"),
          new Setting("createDatabaseIfNotExist", "true", "an empty server has none"));

  private static final Dialect DIALECT = new MysqlDialect();

  private final StorageKind kind;
  private final Pool admin;
  private final RowFormat format;
  private final List<AppliedSetting> settings;

  MysqlBackend(StorageKind kind, Pool admin, RowFormat format, List<AppliedSetting> settings) {
    this.kind = kind;
    this.admin = admin;
    this.format = format;
    this.settings = List.copyOf(settings);
  }

  final StorageKind kind() {
    return kind;
  }

  /** The server's process and files, if it is ours. */
  abstract Optional<MysqlServer> own();

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
  public void requireFormat(Table table) {
    format.require(kind, admin, table);
  }

  @Override
  public String plainTableOptions() {
    return RowFormat.INNODB.options();
  }

  @Override
  public long settlePlain(List<Table> tables, Duration atMost) {
    StorageKind.INNODB.settle(admin, tables, atMost, isOwn());
    return StorageKind.INNODB.bytesOnDisk(admin, tables, own());
  }

  /** {@code FORCE}, because MySQL changes the codec of pages without touching those there are. */
  @Override
  public void rebuild(Table table) {
    String name = DIALECT.quoted(table.name());
    List<String> statements = new ArrayList<>();
    if (kind == StorageKind.ROCKSDB) {
      // One transaction would hold a lock for each row, of which there is a limit.
      statements.add("SET SESSION rocksdb_commit_in_the_middle = 1");
    }
    statements.add("ALTER TABLE %s %s, FORCE".formatted(name, format.options()));
    if (isOwn()) {
      statements.addAll(kind.afterRebuild(name));
    }
    admin.run(statements);
    requireFormat(table);
  }

  @Override
  public boolean loadsInBulk() {
    return isOwn();
  }

  @Override
  public final boolean isOwn() {
    return own().isPresent();
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Settling settle(List<Table> tables, Duration atMost) {
    return kind.settle(admin, tables, atMost, isOwn());
  }

  @Override
  public long bytesOnDisk(List<Table> tables) {
    return kind.bytesOnDisk(admin, tables, own());
  }

  @Override
  public Map<String, Long> counters() {
    return counters(admin);
  }

  /** One server's. */
  static Map<String, Long> counters(Pool pool) {
    try {
      return pool.numbers(COUNTERS);
    } catch (SQLException e) {
      throw pool.failure("SHOW GLOBAL STATUS", e);
    }
  }

  /** Connects to a server of ours in order to prepare, load and count. */
  static Pool admin(String engine, MysqlServer server, String database) {
    Driver driver = Driver.CONNECTOR_J;
    return open(engine, server, database, driver, driver.settings(server.endpoint()).with(TO_LOAD));
  }

  /** Connects to a server of ours in order to measure. */
  static Pool clients(String engine, MysqlServer server, Driver driver) {
    return open(engine, server, DATABASE, driver, driver.settings(server.endpoint()));
  }

  private static Pool open(
      String engine, MysqlServer server, String database, Driver driver, DriverSettings settings) {
    return Pool.open(
        engine,
        driver.url(server.endpoint(), database),
        settings,
        new Credentials(MysqlServer.USER, server.password()));
  }

  /** What a server of ours makes of the settings. */
  static List<AppliedSetting> report(
      Pool admin, ServerSettings settings, RowFormat format, EngineSettings asked) {
    List<AppliedSetting> report;
    try {
      report =
          new ArrayList<>(
              ServerVariables.report(
                  format.report(settings.report(admin), asked.options()), asked.options(), admin));
    } catch (SQLException e) {
      throw admin.failure("reading the server's variables", e);
    }
    if (asked.memoryBytes() != EngineSettings.UNLIMITED) {
      report.add(
          new AppliedSetting(
              "memoryBytes",
              Long.toString(asked.memoryBytes()),
              AppliedSetting.Role.HONOURED,
              "the server's control group; %d bytes that a server needs beside its caches are granted on top"
                  .formatted(
                      Long.getLong(
                          ForkMemory.OVERHEAD_PROPERTY, MysqlFamilyEngine.OVERHEAD_BYTES))));
    }
    report.add(
        new AppliedSetting(
            "table", format.options(), AppliedSetting.Role.OWN, "options of CREATE TABLE"));
    return report;
  }

  /** How pages were compressed, and what the server says of sizes beside what the disk holds. */
  @Override
  public Map<String, Long> statistics(List<Table> tables) {
    Map<String, Long> statistics = new LinkedHashMap<>();
    try {
      if (isOwn()) {
        // Elsewhere the account may lack the privilege PROCESS.
        for (String column : COMPRESSION_COLUMNS) {
          statistics.putAll(admin.numbers(COMPRESSION.formatted(column, column)));
        }
      }
      for (String column : List.of("data_length", "index_length")) {
        long sum = 0;
        for (Table table : tables) {
          List<String> row =
              admin.row(
                  "SELECT %s FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '%s'"
                      .formatted(column, table.name()));
          sum += row.isEmpty() ? 0 : Long.parseLong(row.get(0));
        }
        statistics.put("tables." + column, sum);
      }
    } catch (SQLException e) {
      throw admin.failure("reading the server's tables of numbers", e);
    }
    return statistics;
  }

  @Override
  public Map<String, Long> processes() {
    return own().map(server -> Map.of("server", server.process().pid())).orElse(Map.of());
  }

  @Override
  public Optional<String> death() {
    return own().flatMap(MysqlServer::death);
  }
}
