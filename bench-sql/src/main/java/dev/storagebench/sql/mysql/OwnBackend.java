package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.MysqlServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A server of its own for a store, which ends with it. */
final class OwnBackend extends MysqlBackend {
  private final MysqlServer server;

  private OwnBackend(
      ServerSpec spec, MysqlServer server, Pool admin, List<AppliedSetting> settings) {
    super(spec.engine(), spec.tables(), spec.format(), admin, settings);
    this.server = server;
  }

  /** Starts a server on a store's folder. */
  static OwnBackend start(ServerSpec spec, Path folder, List<String> launcher) {
    MysqlServer server = MysqlServer.start(spec.install(), folder, spec.options(launcher));
    Pool admin = null;
    try {
      admin = admin(spec.engine(), server, DATABASE);
      List<AppliedSetting> report = new ArrayList<>(spec.report(admin));
      report.addAll(Driver.CONNECTOR_J.settings(server.endpoint()).report());
      return new OwnBackend(spec, server, admin, report);
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
    return clients(server, Driver.parse(driver));
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
