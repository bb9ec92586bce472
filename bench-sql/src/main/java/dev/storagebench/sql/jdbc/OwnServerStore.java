package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.table.Layout;
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
    List<String> variables = new ArrayList<>(settings.variables());
    Layout layout = asked.layout().isEmpty() ? null : Layout.parse(asked.layout());
    if (layout != null) {
      variables.add("--local-infile=1");
    }
    MysqlServer server =
        MysqlServer.start(base, folder, ServerOptions.of(variables).withLauncher(launcher));
    try {
      return layout == null ? open(server, settings) : open(server, settings, layout);
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

  private static Store open(MysqlServer server, OwnServerSettings settings, Layout layout) {
    OwnServerAccess access = new OwnServerAccess(server.endpoint(), DATABASE, server.password());
    Pool pool = access.connect(Driver.CONNECTOR_J, true);
    try {
      List<String> actual = pool.row("SELECT @@innodb_buffer_pool_size, @@innodb_flush_method");
      List<AppliedSetting> report =
          new ArrayList<>(settings.report(Long.parseLong(actual.get(0)), actual.get(1)));
      TableStore store =
          new TableStore(
              pool,
              layout,
              layout.names("sbtest").stream().map(Table::new).toList(),
              settings.asked().expected().records(),
              access,
              true,
              List.copyOf(report),
              Optional.of(server));
      store.create();
      return store;
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
        ? DriverSettings.throughSocket(socket.path().toString())
        : DriverSettings.local();
  }
}
