package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opens stores that are a server of their own. */
final class OwnServerStore {
  private static final String DATABASE = "storagebench";
  private static final Table TABLE = new Table("records");

  private OwnServerStore() {}

  static Store open(Path base, Path folder, EngineSettings asked, List<String> launcher) {
    OwnServerSettings settings = OwnServerSettings.of(asked);
    MysqlServer server =
        MysqlServer.start(
            base, folder, ServerOptions.of(settings.variables()).withLauncher(launcher));
    try {
      return open(server, settings);
    } catch (RuntimeException e) {
      server.kill();
      throw e;
    }
  }

  private static Store open(MysqlServer server, OwnServerSettings settings) {
    DriverSettings driver = driver(server.endpoint());
    Pool pool =
        Pool.open(
            url(server.endpoint()) + DATABASE + "?createDatabaseIfNotExist=true",
            driver,
            new Credentials(MysqlServer.USER, server.password()));
    try {
      pool.run(List.of(TABLE.create()));
      List<String> actual = pool.row("SELECT @@innodb_buffer_pool_size, @@innodb_flush_method");
      List<AppliedSetting> report =
          new ArrayList<>(settings.report(Long.parseLong(actual.get(0)), actual.get(1)));
      report.addAll(driver.report());
      return new MysqlStore(pool, TABLE, List.copyOf(report), Optional.of(server));
    } catch (SQLException e) {
      pool.close();
      throw SqlFailure.of("open", e);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  static String url(Endpoint endpoint) {
    return endpoint.address() instanceof InetSocketAddress tcp
        ? "jdbc:mysql://%s:%d/".formatted(tcp.getAddress().getHostAddress(), tcp.getPort())
        : "jdbc:mysql://localhost/";
  }

  static DriverSettings driver(Endpoint endpoint) {
    return endpoint instanceof Endpoint.UnixSocket socket
        ? DriverSettings.local().throughSocket(socket.path().toString())
        : DriverSettings.local();
  }
}
