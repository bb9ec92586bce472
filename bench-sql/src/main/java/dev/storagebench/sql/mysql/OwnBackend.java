package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server of ours, which ends with the store. */
final class OwnBackend extends MysqlBackend {
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
      RowFormat format,
      ServerOptions options) {
    ServerSettings settings = kind.settings(install, asked, format);
    MysqlServer server = MysqlServer.start(install, folder, options);
    Pool admin = null;
    try {
      admin = admin(engine, server, DATABASE);
      List<AppliedSetting> report = report(admin, settings, format, asked);
      report.addAll(Driver.CONNECTOR_J.settings(server.endpoint()).report());
      return new OwnBackend(engine, server, kind, admin, format, report);
    } catch (RuntimeException e) {
      if (admin != null) {
        admin.close();
      }
      server.kill();
      throw e;
    }
  }

  @Override
  public Pool connect(String driver) {
    return clients(engine, server, Driver.parse(driver));
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
