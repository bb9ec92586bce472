package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens stores that are a server of their own. */
final class OwnServerStore {
  private static final String DATABASE = "storagebench";
  private static final String TABLES = "sbtest";
  private static final Table TABLE = new Table("records");

  private OwnServerStore() {}

  static Store open(
      ServerInstall install,
      StorageKind kind,
      Path folder,
      EngineSettings asked,
      List<String> launcher)
      throws IOException {
    Layout layout = asked.layout().isEmpty() ? null : Layout.parse(asked.layout());
    RowFormat format = RowFormat.of(kind, install.family(), asked);
    format.require(install, folder);
    ServerSettings settings = kind.settings(install, asked, format);
    List<String> variables = ServerVariables.commandLine(settings.variables(), asked.options());
    if (layout != null) {
      variables.add("--local-infile=1");
    }
    MysqlServer server =
        MysqlServer.start(install, folder, ServerOptions.of(variables).withLauncher(launcher));
    try {
      return open(server, kind, settings, layout, format, asked);
    } catch (RuntimeException e) {
      server.kill();
      throw e;
    }
  }

  private static Store open(
      MysqlServer server,
      StorageKind kind,
      ServerSettings settings,
      @Nullable Layout layout,
      RowFormat format,
      EngineSettings asked) {
    OwnServerAccess access = new OwnServerAccess(server.endpoint(), DATABASE, server.password());
    Pool pool = access.connect(Driver.CONNECTOR_J, true);
    try {
      List<AppliedSetting> report =
          ServerVariables.report(
              format.report(settings.report(pool), asked.options()), asked.options(), pool);
      if (asked.memoryBytes() != EngineSettings.UNLIMITED) {
        report.add(
            new AppliedSetting(
                "memoryBytes",
                Long.toString(asked.memoryBytes()),
                AppliedSetting.Role.HONOURED,
                "the server's control group; %d bytes that a server needs beside its caches are granted on top"
                    .formatted(SqlEngine.OVERHEAD_BYTES)));
      }
      if (layout == null) {
        pool.run(List.of(TABLE.create(format)));
        report.addAll(access.settings(Driver.CONNECTOR_J).report());
        return new MysqlStore(pool, TABLE, kind, List.copyOf(report), Optional.of(server));
      }
      report.add(
          new AppliedSetting(
              "table", layout.toString(), AppliedSetting.Role.HONOURED, format.options()));
      TableStore store =
          new TableStore(
              pool,
              layout,
              layout.names(TABLES).stream().map(Table::new).toList(),
              asked.expected().records(),
              access,
              kind,
              format,
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
    return driver(endpoint, Driver.CONNECTOR_J);
  }

  static DriverSettings driver(Endpoint endpoint, Driver driver) {
    return endpoint instanceof Endpoint.UnixSocket socket
        ? driver.throughSocket(socket.path().toString())
        : driver.settings(true);
  }
}
