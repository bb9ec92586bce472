package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.DriverSettings;
import dev.storagebench.sql.jdbc.DriverSettings.Setting;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A server of ours, which ends with the store. */
final class OwnBackend extends MysqlBackend {
  private static final String DATABASE = "storagebench";
  private static final List<Setting> TO_LOAD =
      List.of(
          new Setting("allowLoadLocalInfile", "true", "rows are loaded by LOAD DATA LOCAL"),
          new Setting("createDatabaseIfNotExist", "true", "an empty server has none"));

  private final String engine;
  private final MysqlServer server;

  private OwnBackend(
      String engine,
      MysqlServer server,
      StorageKind kind,
      Pool admin,
      RowFormat format,
      List<AppliedSetting> settings) {
    super(kind, admin, format, settings);
    this.engine = engine;
    this.server = server;
  }

  /** Starts a server on a store's folder. */
  static OwnBackend start(
      String engine,
      ServerInstall install,
      StorageKind kind,
      Path folder,
      EngineSettings asked,
      List<String> launcher)
      throws IOException {
    RowFormat format = RowFormat.of(kind, install.family(), asked);
    format.require(install, folder);
    ServerSettings settings = kind.settings(install, asked, format);
    List<String> variables = ServerVariables.commandLine(settings.variables(), asked.options());
    variables.add("--local-infile=1");
    MysqlServer server =
        MysqlServer.start(install, folder, ServerOptions.of(variables).withLauncher(launcher));
    Pool admin = null;
    try {
      Driver driver = Driver.CONNECTOR_J;
      admin = open(engine, server, driver, driver.settings(server.endpoint()).with(TO_LOAD));
      List<AppliedSetting> report = report(admin, settings, format, asked);
      if (asked.memoryBytes() != EngineSettings.UNLIMITED) {
        report.add(
            new AppliedSetting(
                "memoryBytes",
                Long.toString(asked.memoryBytes()),
                AppliedSetting.Role.HONOURED,
                "the server's control group; %d bytes that a server needs beside its caches are granted on top"
                    .formatted(MysqlFamilyEngine.OVERHEAD_BYTES)));
      }
      report.add(
          new AppliedSetting(
              "table", format.options(), AppliedSetting.Role.OWN, "options of CREATE TABLE"));
      report.addAll(driver.settings(server.endpoint()).report());
      return new OwnBackend(engine, server, kind, admin, format, report);
    } catch (RuntimeException e) {
      if (admin != null) {
        admin.close();
      }
      server.kill();
      throw e;
    }
  }

  private static List<AppliedSetting> report(
      Pool admin, ServerSettings settings, RowFormat format, EngineSettings asked) {
    try {
      return new ArrayList<>(
          ServerVariables.report(
              format.report(settings.report(admin), asked.options()), asked.options(), admin));
    } catch (SQLException e) {
      throw admin.failure("reading the server's variables", e);
    }
  }

  private static Pool open(
      String engine, MysqlServer server, Driver driver, DriverSettings settings) {
    return Pool.open(
        engine,
        driver.url(server.endpoint(), DATABASE),
        settings,
        new Credentials(MysqlServer.USER, server.password()));
  }

  @Override
  public Pool connect(String driver) {
    Driver chosen = Driver.parse(driver);
    return open(engine, server, chosen, chosen.settings(server.endpoint()));
  }

  @Override
  Optional<MysqlServer> own() {
    return Optional.of(server);
  }

  @Override
  public void close() {
    admin().close();
    server.close();
  }
}
