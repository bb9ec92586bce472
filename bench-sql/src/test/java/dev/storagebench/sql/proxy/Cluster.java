package dev.storagebench.sql.proxy;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mysql.cj.jdbc.Driver;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.RealServer;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Real servers and proxies for tests; where one is missing, the test is skipped with the reason.
 */
final class Cluster {
  static final String DATABASE = "bench";

  private Cluster() {}

  static ServerGroup servers(Path home, Topology topology) throws IOException {
    return ServerGroup.start(
        RealServer.mysql(),
        home,
        topology,
        ServerOptions.of(
                List.of(
                    "--innodb-buffer-pool-size=16M",
                    "--performance-schema=OFF",
                    "--innodb-flush-log-at-trx-commit=2",
                    "--max-connections=512"))
            .withListen(ServerOptions.Listen.LOOPBACK));
  }

  /** Closes what was started, in this order. */
  static void close(@Nullable AutoCloseable... started) throws Exception {
    for (AutoCloseable each : started) {
      if (each != null) {
        each.close();
      }
    }
  }

  static ProxyOptions options(String proxy) {
    ProxyOptions options = ProxyOptions.of(Map.of("proxy", proxy)).orElseThrow();
    if (Proxy.availability(options.program()) instanceof Availability.Unsupported unsupported) {
      abort(unsupported.message());
    }
    try {
      Proxy.provide(options.program(), FetchListener.NONE);
    } catch (EngineException | IOException e) {
      abort("ShardingSphere-Proxy cannot be fetched: " + e.getMessage());
    }
    return options;
  }

  static Connection connect(ServerProcess server, String database) throws SQLException {
    return connect(server.endpoint(), server.password(), database, true);
  }

  static Connection connect(ServerProcess proxy) throws SQLException {
    return connect(proxy.endpoint(), proxy.password(), DATABASE, true);
  }

  static Connection connect(
      Endpoint endpoint, String password, String database, boolean serverPrepared)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", MysqlServer.USER);
    properties.setProperty("password", password);
    properties.setProperty("sslMode", "DISABLED");
    properties.setProperty("allowPublicKeyRetrieval", "true");
    properties.setProperty("useServerPrepStmts", Boolean.toString(serverPrepared));
    int port = ((InetSocketAddress) endpoint.address()).getPort();
    return Objects.requireNonNull(
        new Driver().connect("jdbc:mysql://127.0.0.1:%d/%s".formatted(port, database), properties));
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  static String value(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getString(1) : "no row";
    }
  }

  /** A server's counter, for example {@code Com_select}. */
  static long status(ServerProcess server, String counter) throws SQLException {
    try (Connection connection = connect(server, "");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE '%s'".formatted(counter))) {
      assumeTrue(row.next());
      return row.getLong(2);
    }
  }
}
