package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An external server, whose settings are only read. */
final class ExternalBackend extends MysqlBackend {
  private static final List<String> FACTS =
      List.of("version", "innodb_flush_method", "innodb_page_size", "log_bin", "sync_binlog");

  private final ExternalServer server;

  private ExternalBackend(
      String engine,
      ExternalServer server,
      TableEngine tables,
      RowFormat format,
      Pool admin,
      List<AppliedSetting> settings) {
    super(engine, tables, format, admin, settings);
    this.server = server;
  }

  /**
   * Connects in order to measure.
   *
   * @throws UnsupportedSettingException if the server is less durable than requested
   */
  static ExternalBackend open(
      String engine, ExternalServer server, TableEngine tables, EngineSettings settings) {
    Pool admin = admin(engine, server);
    try {
      Family family = Family.of(admin.row("SELECT VERSION()").get(0));
      RowFormat format = RowFormat.of(tables, family, settings);
      SettingsReport own = report(admin, server, tables, settings);
      String named = settings.options().getOrDefault(ServerVariables.FORMAT, "");
      List<AppliedSetting> report = new ArrayList<>(format.report(own.settings(), named));
      report.addAll(
          Driver.ofUrl(server.clientUrl()).report(server.clientUrl(), server.insecurities()));
      ExternalBackend backend =
          new ExternalBackend(
              engine, server, tables, format, admin, server.credentials().scrub(report));
      if (server.hasClientUrl()) {
        // A wrong one shows before anything is loaded.
        backend.connect(SqlEngine.DEFAULT_DRIVER).close();
      }
      return backend;
    } catch (RuntimeException e) {
      admin.close();
      throw e;
    }
  }

  /** Connects in order to copy or drop tables. */
  static ExternalBackend open(String engine, ExternalServer server, TableEngine tables) {
    return new ExternalBackend(
        engine, server, tables, RowFormat.NONE, admin(engine, server), List.of());
  }

  static Pool admin(String engine, ExternalServer server) {
    return open(engine, server, Driver.ofUrl(server.url()), server.url());
  }

  private static Pool open(String engine, ExternalServer server, Driver driver, String url) {
    return server.open(
        engine, driver.url(url), driver.settings(url, server.insecurities()), Optional::empty);
  }

  private static SettingsReport report(
      Pool pool, ExternalServer server, TableEngine tables, EngineSettings settings) {
    String cache = tables.cacheVariable;
    Map<String, String> inForce = new HashMap<>(server.urls());
    for (String fact : FACTS) {
      inForce.put(fact, pool.row("SELECT @@" + fact).get(0));
    }
    inForce.put("cache", cache);
    inForce.put("cacheBytes", pool.row("SELECT @@" + cache).get(0));
    SettingsReport report =
        new SettingsReport()
            .listed(TableEngine.class, tables.key() + "-external", settings, inForce);
    durability(report, settings.durability(), tables, pool);
    return report;
  }

  private static void durability(
      SettingsReport report, Durability requested, TableEngine tables, Pool pool) {
    List<String> names = tables.commitVariables;
    List<String> values = pool.row("SELECT @@" + String.join(", @@", names));
    Durability actual = tables.durability(values);
    String found = String.join(", ", names) + "=" + String.join(", ", values);
    ExternalServer.reportDurability(
        report, requested, actual, found, "SET GLOBAL " + tables.commitSetting(requested));
  }

  /** The driver need not be the one that the URL is written for. */
  @Override
  public Pool connect(String driver) {
    String url = server.clientUrl();
    return open(engine, server, Driver.parse(driver, Driver.ofUrl(url)), url);
  }

  @Override
  public ExternalServer address() {
    return server;
  }

  @Override
  public Optional<ServerProcess> own() {
    return Optional.empty();
  }

  @Override
  public void close() {
    admin().close();
  }
}
