package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerOptions.Listen;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A running proxy: what clients connect to, as {@link MysqlServer#USER}. */
public final class Proxy implements AutoCloseable {
  private final ServerProcess process;
  private final String password;

  private Proxy(ServerProcess process, String password) {
    this.process = process;
    this.password = password;
  }

  /** Whether a proxy can run here; fetches nothing. */
  public static Availability availability(ProxyOptions.Program program) {
    return switch (program) {
      case DIRECT -> new Availability.Available("", "");
      case HAPROXY -> HaProxy.availability();
      case SHARDINGSPHERE ->
          new Availability.Available(ShardingSphere.VERSION, "fetched by Maven when it is used");
    };
  }

  /** A proxy's version, and what it runs with, for the results. */
  public static List<AppliedSetting> settings(ProxyOptions options) {
    return switch (options.program()) {
      case DIRECT ->
          List.of(options.setting("proxy", "none", "the server's port on the loopback address"));
      case HAPROXY ->
          List.of(options.setting("proxy", HaProxy.version(), "one more hop: bytes as they are"));
      case SHARDINGSPHERE -> ShardingSphere.settings(options);
    };
  }

  /**
   * Makes the proxy's files ready to be run: fetches them if need be.
   *
   * @throws EngineException if Maven or the network fails
   */
  public static void provide(ProxyOptions.Program program, FetchListener listener)
      throws IOException {
    if (program == ProxyOptions.Program.SHARDINGSPHERE) {
      ShardingSphere.jars(listener);
    }
  }

  /**
   * Starts a proxy and returns once it greets whoever connects.
   *
   * @param group its servers, which run, with all databases and tables: ShardingSphere reads their
   *     definitions when it starts
   * @param database its name for clients
   * @param tables that are sharded in a topology with shards, by their names for clients
   * @param home a folder of the proxy's own, made if it is not there
   * @param launcher words before its command, to enter a cgroup
   * @throws EngineException if it does not start, with the end of its log; or if another JVM that
   *     is alive runs a proxy there
   */
  public static Proxy start(
      ProxyOptions options,
      ServerGroup group,
      String database,
      List<String> tables,
      Path home,
      List<String> launcher) {
    if (options.topology() != group.topology()) {
      throw new IllegalArgumentException(
          "a proxy for %s before servers for %s".formatted(options.topology(), group.topology()));
    }
    try {
      Path absolute = Files.createDirectories(home).toRealPath();
      return switch (options.program()) {
        case DIRECT -> throw new IllegalArgumentException("there is no proxy to start");
        case HAPROXY -> {
          MysqlServer server = group.servers().get(0);
          yield new Proxy(
              start("HAProxy", absolute, launcher, at -> HaProxy.launch(absolute, at, server)),
              server.password());
        }
        case SHARDINGSPHERE -> {
          String password = MysqlServer.newPassword();
          ShardingSphereYaml yaml =
              new ShardingSphereYaml(options, group, database, tables, password);
          yield new Proxy(
              start(
                  "ShardingSphere-Proxy",
                  absolute,
                  launcher,
                  at -> ShardingSphere.launch(absolute, at, group.version(), yaml)),
              password);
        }
      };
    } catch (IOException e) {
      throw new EngineException("cannot start a proxy in %s: %s".formatted(home, e), e);
    }
  }

  private interface Command {
    ServerProcess.Launch at(Endpoint endpoint) throws IOException;
  }

  private static ServerProcess start(
      String name, Path home, List<String> launcher, Command command) {
    return ServerProcess.start(
        name,
        home,
        home.resolve("proxy.log"),
        ServerOptions.of(List.of()).withListen(Listen.LOOPBACK).withLauncher(launcher),
        (endpoint, socketFolder) -> command.at(endpoint));
  }

  /** Where clients connect to. */
  public Endpoint endpoint() {
    return process.endpoint();
  }

  /** The password of {@link MysqlServer#USER} for clients. Never to be shown. */
  public String password() {
    return password;
  }

  /** Its process, for accounting of its CPU and memory. */
  public ProcessHandle process() {
    return process.handle();
  }

  /** Says how it ended, with the end of its log; empty while it runs. */
  public Optional<String> death() {
    return process.death();
  }

  /**
   * Stops it.
   *
   * @throws EngineException if it had ended by itself, with the end of its log
   */
  @Override
  public void close() {
    process.close();
  }

  /** Ends it at once. */
  public void kill() {
    process.kill();
  }
}
