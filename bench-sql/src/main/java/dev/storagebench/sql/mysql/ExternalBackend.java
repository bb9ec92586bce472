package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.sql.jdbc.DriverSettings;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Somebody else's server, which stays as it is. */
final class ExternalBackend extends MysqlBackend {
  private final String engine;
  private final ExternalServer server;

  private ExternalBackend(
      String engine,
      ExternalServer server,
      StorageKind kind,
      Pool admin,
      RowFormat format,
      List<AppliedSetting> settings) {
    super(kind, admin, format, settings);
    this.engine = engine;
    this.server = server;
  }

  /** Connects in order to measure, which the server's settings must allow. */
  static ExternalBackend open(
      String engine, ExternalServer server, StorageKind kind, EngineSettings asked) {
    Pool admin = admin(engine, server);
    try {
      List<AppliedSetting> report = new ArrayList<>(ExternalSettings.check(admin, asked));
      String version = admin.row("SELECT VERSION()").get(0);
      RowFormat format = RowFormat.of(kind, ServerInstall.Family.of(version), asked);
      report = new ArrayList<>(format.report(report, asked.options()));
      if (server.hasClientUrl()) {
        report.add(
            new AppliedSetting(
                "clientUrl",
                server.clientUrl(),
                AppliedSetting.Role.OWN,
                "the way of the measured connections; the others go to the server itself"));
      }
      report.addAll(settings(Driver.ofUrl(server.clientUrl()), server.clientUrl()).report());
      return new ExternalBackend(engine, server, kind, admin, format, report);
    } catch (SQLException e) {
      admin.close();
      throw admin.failure("reading the server's variables", e);
    } catch (RuntimeException e) {
      admin.close();
      throw e;
    }
  }

  /** Connects in order to look after tables that are there. */
  static ExternalBackend open(String engine, ExternalServer server, StorageKind kind) {
    return new ExternalBackend(
        engine, server, kind, admin(engine, server), RowFormat.NONE, List.of());
  }

  static Pool admin(String engine, ExternalServer server) {
    String url = server.url();
    return Pool.open(engine, url, settings(Driver.ofUrl(url), url), server.credentials());
  }

  static DriverSettings settings(Driver driver, String url) {
    return driver.settings(ExternalServer.isLoopback(url)).unlessIn(url);
  }

  /** With a driver that need not be the one that the URL is written for. */
  @Override
  public Pool connect(String driver) {
    String url = server.clientUrl();
    Driver chosen =
        driver.equals(SqlEngine.DEFAULT_DRIVER) ? Driver.ofUrl(url) : Driver.parse(driver);
    try {
      return Pool.open(engine, chosen.url(url), settings(chosen, url), server.credentials());
    } catch (EngineException e) {
      throw server.hasClientUrl()
          ? new EngineException(
              e.getMessage() + "; check --client-url, which leads there, and that it is running", e)
          : e;
    }
  }

  @Override
  Optional<MysqlServer> own() {
    return Optional.empty();
  }

  @Override
  public void close() {
    admin().close();
  }
}
