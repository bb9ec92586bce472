package dev.storagebench.sql.proxy;

import com.mysql.cj.jdbc.Driver;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerOptions.Listen;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * The running servers of a topology. Administration reaches each of them by its endpoint: to make
 * databases and tables, to load, to count.
 *
 * <p>All listen on a port of the loopback address, which a proxy and a replica need; to compare
 * with them, a server without a proxy should be reached that way too.
 */
public final class ServerGroup implements AutoCloseable {
  // A deadlock that spans two servers is seen by neither; the default is 50 s.
  private static final String LOCK_WAIT = "--innodb-lock-wait-timeout=5";

  private final Topology topology;
  private final String version;
  private final List<MysqlServer> servers;

  private ServerGroup(Topology topology, String version, List<MysqlServer> servers) {
    this.topology = topology;
    this.version = version;
    this.servers = servers;
  }

  /**
   * How far a replica is behind its primary.
   *
   * @param replica its position in {@link #servers}
   * @param caughtUpAfter time until it had executed all that the primary had when asked
   * @param secondsBehind the replica's own words, {@code Seconds_Behind_Source}, before that
   */
  public record Lag(int replica, Duration caughtUpAfter, String secondsBehind) {}

  /**
   * Starts the servers on a folder and returns once all accept connections.
   *
   * <p>Replicas that are not there yet are copied from the primary's data: load with {@link
   * Topology#ROUTE} on the same folder first, which is also faster than to replicate the load.
   *
   * @param home the store's folder: empty, or what an earlier group left there
   * @param options of each server
   * @throws EngineException if one does not start, with the end of its log
   */
  public static ServerGroup start(
      ServerInstall install, Path home, Topology topology, ServerOptions options) {
    if (topology == Topology.READ_WRITE_SPLITTING
        && (install.family() != ServerInstall.Family.MYSQL || !install.isAtLeast(8, 0))) {
      throw new UnsupportedSettingException(
          "topology %s needs MySQL 8.0 or later; this server is %s"
              .formatted(topology, install.version()));
    }
    List<MysqlServer> started = new ArrayList<>();
    try {
      List<Path> homes = topology.homes().stream().map(home::resolve).map(Path::normalize).toList();
      for (Path own : homes) {
        Files.createDirectories(own);
      }
      if (topology == Topology.READ_WRITE_SPLITTING) {
        copyReplicas(install, homes, options(topology, 0, options));
      }
      for (int i = 0; i < homes.size(); i++) {
        started.add(MysqlServer.start(install, homes.get(i), options(topology, i, options)));
      }
      ServerGroup group = new ServerGroup(topology, install.version(), List.copyOf(started));
      group.replicate();
      return group;
    } catch (IOException e) {
      started.forEach(MysqlServer::kill);
      throw new EngineException("cannot start servers in %s: %s".formatted(home, e), e);
    } catch (RuntimeException e) {
      started.forEach(MysqlServer::kill);
      throw e;
    }
  }

  /** Copies the primary's data to replicas that have none, while no server runs. */
  private static void copyReplicas(ServerInstall install, List<Path> homes, ServerOptions primary)
      throws IOException {
    List<Path> missing =
        homes.stream()
            .map(home -> home.resolve("data"))
            .filter(data -> !Files.exists(data))
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    // Makes the primary's data if it is new, and recovers it after a crash.
    MysqlServer.start(install, homes.get(0), primary).close();
    Path data = homes.get(0).resolve("data");
    for (Path replica : missing) {
      if (!replica.equals(data)) {
        Path half = replica.resolveSibling("data.copying");
        StoreFolder.delete(half); // left by a process that died
        StoreFolder.copy(data, half);
        Files.deleteIfExists(half.resolve("auto.cnf")); // the server's UUID
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(half, "binlog.*")) {
          for (Path log : logs) {
            Files.delete(log);
          }
        }
        Files.move(half, replica, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static ServerOptions options(Topology topology, int position, ServerOptions options) {
    List<String> variables =
        new ArrayList<>(
            switch (topology) {
              case ROUTE -> List.<String>of();
              case SHARDING -> List.of(LOCK_WAIT);
              case READ_WRITE_SPLITTING ->
                  position == 0 ? primary(options.variables()) : replica(position);
            });
    variables.addAll(options.variables()); // which have the last word
    return new ServerOptions(
        variables,
        topology == Topology.ROUTE ? options.listen() : Listen.LOOPBACK,
        options.launcher(),
        options.readyWithin(),
        options.stopWithin());
  }

  private static List<String> primary(List<String> others) {
    return List.of(
        "--server-id=1",
        "--gtid-mode=ON",
        "--enforce-gtid-consistency=ON",
        "--log-bin=binlog",
        "--sync-binlog=" + syncBinlog(others));
  }

  /** As durable as the redo log: each commit, or when the system writes it. */
  private static int syncBinlog(List<String> variables) {
    return variables.contains("--innodb-flush-log-at-trx-commit=0")
            || variables.contains("--innodb-flush-log-at-trx-commit=2")
        ? 0
        : 1;
  }

  private static List<String> replica(int position) {
    return List.of(
        "--server-id=" + (position + 1),
        "--gtid-mode=ON",
        "--enforce-gtid-consistency=ON",
        "--relay-log=relay",
        "--relay-log-recovery=ON",
        "--read-only=ON",
        "--skip-replica-start");
  }

  /** What this topology's servers have that a single server has not, for the results. */
  public List<AppliedSetting> settings() {
    return switch (topology) {
      case ROUTE -> List.of();
      case SHARDING ->
          List.of(
              own(
                  "innodb_lock_wait_timeout",
                  "5",
                  "a deadlock that spans two servers is seen by neither"));
      case READ_WRITE_SPLITTING ->
          List.of(
              own(
                  "log_bin",
                  "primary ON, replicas OFF",
                  "replicas read it; a server alone has it OFF"),
              own("gtid_mode", "ON", "replicas ask by it for what they lack"),
              own(
                  "sync_binlog",
                  "as innodb_flush_log_at_trx_commit",
                  "the same durability for both logs"));
    };
  }

  private static AppliedSetting own(String name, String value, String reason) {
    return new AppliedSetting(name, value, AppliedSetting.Role.OWN, reason);
  }

  /** The topology. */
  public Topology topology() {
    return topology;
  }

  /** What a server is called in results: {@code server}, {@code replica-1}. */
  public String name(int position) {
    return position == 0 ? "server" : topology.homes().get(position);
  }

  /** The servers' version. */
  String version() {
    return version;
  }

  /** The servers: the primary first, then the replicas; or those with shards, in order. */
  public List<MysqlServer> servers() {
    return servers;
  }

  /**
   * Only the primary's {@code root} may read the log; the password is not stored on the replica.
   */
  private void replicate() {
    MysqlServer primary = servers.get(0);
    for (int replica = 1;
        topology == Topology.READ_WRITE_SPLITTING && replica < servers.size();
        replica++) {
      try (Connection connection = connect(servers.get(replica));
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CHANGE REPLICATION SOURCE TO SOURCE_HOST='%s', SOURCE_PORT=%d, SOURCE_AUTO_POSITION=1, SOURCE_CONNECT_RETRY=1, GET_SOURCE_PUBLIC_KEY=1"
                .formatted(
                    address(primary).getAddress().getHostAddress(), address(primary).getPort()));
        statement.execute(
            "START REPLICA USER='%s' PASSWORD='%s'"
                .formatted(MysqlServer.USER, primary.password()));
      } catch (SQLException e) {
        throw failure("cannot start replica " + replica, e);
      }
    }
    awaitReplicas(Duration.ofMinutes(2));
  }

  /**
   * Waits until the replicas have executed what the primary has executed by now.
   *
   * @return how long each took; none if this topology has no replicas
   * @throws EngineException if one stopped with an error, or is not there in time
   */
  public List<Lag> awaitReplicas(Duration patience) {
    if (topology != Topology.READ_WRITE_SPLITTING) {
      return List.of();
    }
    List<Lag> lags = new ArrayList<>();
    String executed;
    try (Connection primary = connect(servers.get(0))) {
      executed = row(primary, "SELECT @@GLOBAL.gtid_executed", 1).replace("\n", "");
    } catch (SQLException e) {
      throw failure("cannot ask the primary", e);
    }
    long asked = System.nanoTime();
    for (int replica = 1; replica < servers.size(); replica++) {
      try (Connection connection = connect(servers.get(replica))) {
        lags.add(await(connection, replica, executed, asked, patience));
      } catch (SQLException e) {
        throw failure("cannot ask replica " + replica, e);
      }
    }
    return lags;
  }

  private static Lag await(
      Connection connection, int replica, String executed, long asked, Duration patience)
      throws SQLException {
    String behind = status(connection, "Seconds_Behind_Source");
    String wait = "SELECT WAIT_FOR_EXECUTED_GTID_SET('%s', 1)".formatted(executed);
    while (!row(connection, wait, 1).equals("0")) {
      String error = status(connection, "Last_SQL_Error") + status(connection, "Last_IO_Error");
      if (!error.isEmpty() || System.nanoTime() - asked > patience.toNanos()) {
        throw new EngineException(
            "replica %d has not executed %s of the primary within %s; it has %s%s"
                .formatted(
                    replica,
                    executed,
                    patience,
                    row(connection, "SELECT @@GLOBAL.gtid_executed", 1),
                    error.isEmpty() ? "" : ": " + error));
      }
    }
    return new Lag(replica, Duration.ofNanos(System.nanoTime() - asked), behind);
  }

  private static String status(Connection connection, String column) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW REPLICA STATUS")) {
      return row.next() ? Objects.requireNonNullElse(row.getString(column), "") : "";
    }
  }

  private static String row(Connection connection, String query, int column) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(column);
    }
  }

  static InetSocketAddress address(MysqlServer server) {
    return (InetSocketAddress) server.endpoint().address();
  }

  private static Connection connect(MysqlServer server) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", MysqlServer.USER);
    properties.setProperty("password", server.password());
    properties.setProperty("sslMode", "DISABLED");
    properties.setProperty("allowPublicKeyRetrieval", "true");
    return Objects.requireNonNull(
        new Driver().connect(url(server, ""), properties), "a URL of this driver");
  }

  static String url(MysqlServer server, String database) {
    InetSocketAddress address = address(server);
    return "jdbc:mysql://%s:%d/%s"
        .formatted(address.getAddress().getHostAddress(), address.getPort(), database);
  }

  private static EngineException failure(String what, SQLException e) {
    return new EngineException("%s: %s".formatted(what, e.getMessage()), e);
  }

  /** Says how a server ended, with the end of its log; empty while all run. */
  public Optional<String> death() {
    return servers.stream().map(MysqlServer::death).flatMap(Optional::stream).findFirst();
  }

  /**
   * Stops all, the replicas first.
   *
   * @throws EngineException if one had to be killed, or had ended by itself
   */
  @Override
  public void close() {
    EngineException failure = null;
    for (int i = servers.size() - 1; i >= 0; i--) {
      try {
        servers.get(i).close();
      } catch (EngineException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Ends all at once, as a crash does. */
  public void kill() {
    servers.forEach(MysqlServer::kill);
  }
}
