package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The running servers of a topology. With several of them, each listens on a port of the loopback
 * address, which a proxy and a replica need.
 */
public final class ServerGroup implements AutoCloseable {
  // A deadlock that spans two servers is seen by neither; the default is 50 s.
  private static final String LOCK_WAIT = "--innodb-lock-wait-timeout=5";
  private static final List<String> REPLICA =
      List.of(
          "--relay-log=relay", "--relay-log-recovery=ON", "--read-only=ON", "--skip-replica-start");
  private static final String EXECUTED = "SELECT @@GLOBAL.gtid_executed";

  private final Topology topology;
  private final String version;
  private final List<ServerProcess> servers = new ArrayList<>();
  // Connections to the primary and its replicas; none without replicas.
  private final List<Pool> pools = new ArrayList<>();

  private ServerGroup(Topology topology, String version) {
    this.topology = topology;
    this.version = version;
  }

  /**
   * Starts the servers on a folder and returns once all accept connections.
   *
   * <p>Missing replicas are copied from the primary's data: load with {@link Topology#ROUTE} on the
   * same folder first, which is also faster than replicating the load.
   *
   * @param home the store's folder, empty or left by an earlier group
   * @param options of each server; those of several listen on {@link ServerOptions.Listen#LOOPBACK}
   * @throws EngineException if one does not start, with the end of its log
   */
  public static ServerGroup start(
      ServerInstall install, Path home, Topology topology, ServerOptions options)
      throws IOException {
    if (topology == Topology.READ_WRITE_SPLITTING
        && (install.family() != ServerInstall.Family.MYSQL || !install.isAtLeast(8, 0))) {
      throw new UnsupportedSettingException(
          "topology %s needs MySQL 8.0 or later; this server is %s"
              .formatted(topology, install.version()));
    }
    ServerGroup group = new ServerGroup(topology, install.version());
    try {
      List<Path> homes = topology.homes().stream().map(home::resolve).map(Path::normalize).toList();
      for (Path own : homes) {
        Files.createDirectories(own);
      }
      if (topology == Topology.READ_WRITE_SPLITTING) {
        copyReplicas(install, homes, options(topology, 0, options));
      }
      for (int i = 0; i < homes.size(); i++) {
        group.servers.add(MysqlServer.start(install, homes.get(i), options(topology, i, options)));
      }
      if (topology == Topology.READ_WRITE_SPLITTING) {
        group.replicate();
      }
      return group;
    } catch (IOException | RuntimeException e) {
      group.kill();
      throw e;
    }
  }

  /** Copies the primary's data to replicas that have none, while no server runs. */
  private static void copyReplicas(ServerInstall install, List<Path> homes, ServerOptions primary)
      throws IOException {
    List<Path> data = homes.stream().map(home -> home.resolve(MysqlServer.DATA)).toList();
    if (data.stream().allMatch(Files::exists)) {
      return;
    }
    // Makes the primary's data if it is new, and recovers it after a crash.
    MysqlServer.start(install, homes.get(0), primary).close();
    for (Path replica : data) {
      if (!Files.exists(replica)) {
        Path half = replica.resolveSibling("data.copying");
        StoreFolder.delete(half); // left by a process that died
        StoreFolder.copy(data.get(0), half);
        Files.deleteIfExists(half.resolve("auto.cnf")); // the server's UUID
        for (Path log : CacheFolder.entries(half, "binlog.*")) {
          Files.delete(log);
        }
        Files.move(half, replica, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static ServerOptions options(Topology topology, int position, ServerOptions options) {
    List<String> given = options.variables();
    List<String> variables = new ArrayList<>();
    if (topology == Topology.SHARDING) {
      variables.add(LOCK_WAIT);
    } else if (topology == Topology.READ_WRITE_SPLITTING) {
      variables.add("--server-id=" + (position + 1));
      variables.add("--gtid-mode=ON");
      variables.add("--enforce-gtid-consistency=ON");
      variables.addAll(position == 0 ? primary(given) : REPLICA);
    }
    variables.addAll(given); // later ones take precedence
    return new ServerOptions(variables, options.listen(), options.launcher());
  }

  /** The binary log is as durable as the redo log: each commit, or when the system writes it. */
  private static List<String> primary(List<String> given) {
    boolean relaxed =
        given.contains("--innodb-flush-log-at-trx-commit=0")
            || given.contains("--innodb-flush-log-at-trx-commit=2");
    return List.of("--log-bin=binlog", "--sync-binlog=" + (relaxed ? 0 : 1));
  }

  /** Settings of this topology's servers that a single server has not, for the results. */
  public List<AppliedSetting> settings() {
    return new SettingsReport()
        .listed(ServerGroup.class, topology.toString(), null, Map.of())
        .settings();
  }

  /** The topology. */
  public Topology topology() {
    return topology;
  }

  /** A server's name in results: {@code server}, {@code replica-1}. */
  public String name(int position) {
    return position == 0 ? "server" : topology.homes().get(position);
  }

  /** The servers' version. */
  String version() {
    return version;
  }

  /** The servers: the primary first, then the replicas; or those with shards, in order. */
  public List<ServerProcess> servers() {
    return Collections.unmodifiableList(servers);
  }

  /** A database on one of the servers. */
  public record Database(ServerProcess server, String name) {}

  /**
   * The databases with the data: one on each server, several with shards.
   *
   * @param logical the database's name for clients of a proxy
   */
  public List<Database> databases(String logical) {
    if (topology != Topology.SHARDING) {
      return servers.stream().map(server -> new Database(server, logical)).toList();
    }
    int each = Shard.DATABASES / servers.size();
    return IntStream.range(0, Shard.DATABASES)
        .mapToObj(i -> new Database(servers.get(i / each), logical + "_" + i))
        .toList();
  }

  /** Only the primary's {@code root} may read the log; the replica does not store the password. */
  private void replicate() {
    ServerProcess primary = servers.get(0);
    InetSocketAddress source = (InetSocketAddress) primary.endpoint().address();
    for (ServerProcess server : servers) {
      Credentials root = new Credentials(MysqlServer.USER, server.password());
      pools.add(new Pool("mysql", url(server, ""), List.of(), root, server::death));
    }
    for (Pool replica : pools.subList(1, pools.size())) {
      replica.run(
          List.of(
              "CHANGE REPLICATION SOURCE TO SOURCE_HOST='%s', SOURCE_PORT=%d, SOURCE_AUTO_POSITION=1, SOURCE_CONNECT_RETRY=1, GET_SOURCE_PUBLIC_KEY=1"
                  .formatted(source.getAddress().getHostAddress(), source.getPort())));
      try (Connection connection = replica.hold();
          Statement statement = connection.createStatement()) {
        // Not by run, whose error message would contain the password.
        statement.execute(
            "START REPLICA USER='%s' PASSWORD='%s'"
                .formatted(MysqlServer.USER, primary.password()));
      } catch (SQLException e) {
        throw replica.failure("START REPLICA", e);
      }
    }
    awaitReplicas(Duration.ofMinutes(2));
  }

  /**
   * Waits until the replicas have executed what the primary has executed by now.
   *
   * @return how long each took; none if this topology has no replicas
   * @throws EngineException if one stopped with an error, or times out
   */
  public List<Duration> awaitReplicas(Duration patience) {
    if (pools.isEmpty()) {
      return List.of();
    }
    String executed = pools.get(0).row(EXECUTED).get(0).replace("\n", "");
    long start = System.nanoTime();
    List<Duration> lags = new ArrayList<>();
    for (Pool replica : pools.subList(1, pools.size())) {
      String wait = "SELECT WAIT_FOR_EXECUTED_GTID_SET('%s', 1)".formatted(executed);
      while (!replica.row(wait).get(0).equals("0")) {
        String error = error(replica);
        if (!error.isEmpty() || System.nanoTime() - start > patience.toNanos()) {
          throw new EngineException(
              "replica %d has not executed %s of the primary within %s; it has %s %s"
                  .formatted(
                      lags.size() + 1, executed, patience, replica.row(EXECUTED).get(0), error));
        }
      }
      lags.add(Duration.ofNanos(System.nanoTime() - start));
    }
    return lags;
  }

  /** Empty for a replica that works. */
  private static String error(Pool replica) {
    try (Connection connection = replica.hold();
        Statement statement = connection.createStatement();
        ResultSet status = statement.executeQuery("SHOW REPLICA STATUS")) {
      return status.next()
          ? status.getString("Last_IO_Error") + status.getString("Last_SQL_Error")
          : "no replication is set up";
    } catch (SQLException e) {
      throw replica.failure("SHOW REPLICA STATUS", e);
    }
  }

  static String url(ServerProcess server, String database) {
    return "jdbc:mysql://%s/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true"
        .formatted(server.endpoint().authority(), database);
  }

  /** How a server ended, with the end of its log; empty while all run. */
  public Optional<String> death() {
    return servers.stream().map(ServerProcess::death).flatMap(Optional::stream).findFirst();
  }

  /**
   * Stops all, the replicas first.
   *
   * @throws EngineException if one had to be killed, or had ended by itself
   */
  @Override
  public void close() {
    pools.forEach(Pool::close);
    closeFrom(servers.size() - 1);
  }

  private void closeFrom(int last) {
    if (last >= 0) {
      try {
        servers.get(last).close();
      } finally {
        closeFrom(last - 1);
      }
    }
  }

  /** Kills all at once, as a crash does. */
  public void kill() {
    pools.forEach(Pool::close);
    servers.forEach(ServerProcess::kill);
  }
}
