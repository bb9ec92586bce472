package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerOptions.Listen;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Starts proxies, to which clients connect as {@link MysqlServer#USER}. */
public final class Proxy {
  private Proxy() {}

  /** Whether a proxy can run here; fetches nothing. */
  public static Availability availability(ProxyOptions.Program program) {
    return switch (program) {
      case DIRECT -> new Availability.Available("", "");
      case HAPROXY -> HaProxy.availability();
      case SHARDINGSPHERE ->
          new Availability.Available(ShardingSphere.VERSION, "fetched by Maven when it is used");
    };
  }

  /** A proxy's version and settings, for the results. */
  public static List<AppliedSetting> settings(ProxyOptions options) {
    return switch (options.program()) {
      case DIRECT ->
          List.of(options.setting("proxy", "none", "the server's port on the loopback address"));
      case HAPROXY ->
          List.of(options.setting("proxy", HaProxy.found().version(), "forwards bytes unchanged"));
      case SHARDINGSPHERE -> ShardingSphere.settings(options);
    };
  }

  /**
   * Downloads the proxy's files unless they are present.
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
   * Starts a proxy and returns once it accepts connections.
   *
   * @param group the running servers with all databases and tables, whose definitions
   *     ShardingSphere reads when it starts
   * @param database its name for clients
   * @param tables the sharded tables, by their names for clients
   * @param home the proxy's own folder, created if missing
   * @throws EngineException if it does not start, with the end of its log; or if another JVM that
   *     is alive runs a proxy there
   */
  public static ServerProcess start(
      ProxyOptions options, ServerGroup group, String database, List<String> tables, Path home) {
    try {
      Path folder = Files.createDirectories(home).toRealPath();
      ServerProcess primary = group.servers().get(0);
      return switch (options.program()) {
        case DIRECT -> throw new IllegalArgumentException("proxy=direct starts no proxy");
        case HAPROXY ->
            start(
                "HAProxy",
                folder,
                primary.password(),
                (at, sockets) -> HaProxy.launch(folder, at, primary));
        case SHARDINGSPHERE -> {
          String password = MysqlServer.newPassword();
          ShardingSphere proxy = new ShardingSphere(options, group, database, tables, password);
          yield start(
              "ShardingSphere-Proxy", folder, password, (at, sockets) -> proxy.launch(folder, at));
        }
      };
    } catch (IOException e) {
      throw new EngineException("cannot start a proxy in %s: %s".formatted(home, e), e);
    }
  }

  private static ServerProcess start(
      String name, Path home, String password, ServerProcess.Launcher launcher) {
    Path log = home.resolve("proxy.log");
    var identity = new ServerProcess.Identity(name, ServerInstall.Family.MYSQL, home, log);
    ServerOptions options = ServerOptions.of(List.of()).withListen(Listen.LOOPBACK);
    return ServerProcess.start(identity, password, options, launcher);
  }
}
