package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.DisabledProtection;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.JdbcUrl;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An external server, whose settings are only read. */
final class ExternalBackend extends MysqlBackend {
  private static final List<String> FACTS =
      List.of("version", "innodb_flush_method", "innodb_page_size", "log_bin", "sync_binlog");

  private static final Pattern UNPROVEN =
      Pattern.compile("(?i)ssl|tls|certificat|public key|plug-?in|restrictedAuth");

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
    try {
      return Pool.open(
          engine,
          driver.url(url),
          driver.settings(url, server.insecurities()),
          server.credentials(),
          Optional::empty);
    } catch (EngineException e) {
      if (JdbcUrl.isLoopback(url)
          || Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
              .noneMatch(cause -> UNPROVEN.matcher(cause.toString()).find())) {
        throw e;
      }
      throw new EngineException(
          e.getMessage()
              + "; the server must prove its identity by TLS, and gets no clear-text password: see 'Connections to other machines' in docs/mysql.md, or give up protection with "
              + DisabledProtection.OPTION,
          e);
    }
  }

  private static SettingsReport report(
      Pool pool, ExternalServer server, TableEngine tables, EngineSettings settings) {
    String cache = tables.cacheVariable;
    Map<String, String> inForce = new HashMap<>();
    for (String fact : FACTS) {
      inForce.put(fact, pool.row("SELECT @@" + fact).get(0));
    }
    inForce.put("cache", cache);
    inForce.put("cacheBytes", pool.row("SELECT @@" + cache).get(0));
    inForce.put(AppliedSetting.URL, server.url());
    if (server.hasClientUrl()) {
      inForce.put("clientUrl", server.clientUrl());
    }
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
    if (actual.compareTo(requested) < 0) {
      String needed = tables.commitSetting(requested);
      throw new UnsupportedSettingException(
          "durability %s requires %s, the server has %s; its administrator can run: SET GLOBAL %s"
              .formatted(requested, needed, found, needed));
    }
    String how = found + " of the external server";
    if (actual == requested) {
      report.honoured("durability", actual, how);
    } else {
      report.replaced("durability", actual, how);
    }
  }

  /** The driver need not be the one that the URL is written for. */
  @Override
  public Pool connect(String driver) {
    String url = server.clientUrl();
    try {
      return open(engine, server, Driver.parse(driver, Driver.ofUrl(url)), url);
    } catch (EngineException e) {
      throw server.hasClientUrl()
          ? new EngineException(
              e.getMessage() + "; check that --client-url is correct and its server running", e)
          : e;
    }
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
