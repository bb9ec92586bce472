package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerOptions.Listen;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A running proxy: what clients connect to, as {@link MysqlServer#USER}. */
public final class Proxy implements AutoCloseable {
  private final ServerProcess process;
  private final String password;
  private final List<AppliedSetting> settings;

  private Proxy(ServerProcess process, String password, List<AppliedSetting> settings) {
    this.process = process;
    this.password = password;
    this.settings = settings;
  }

  /** Whether a proxy can run here; fetches nothing. */
  public static Availability availability(ProxyOptions.Program program) {
    return switch (program) {
      case HAPROXY -> HaProxy.availability();
      case SHARDINGSPHERE ->
          new Availability.Available(ShardingSphere.VERSION, "fetched by Maven when it is used");
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
   * @param home a folder of the proxy's own; what is in it is removed
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
      ServerProcess.sweep(absolute);
      StoreFolder.delete(absolute.resolve("logs"));
      Path log = absolute.resolve("proxy.log");
      Files.deleteIfExists(log);
      ServerOptions how =
          ServerOptions.of(List.of()).withListen(Listen.LOOPBACK).withLauncher(launcher);
      MysqlServer first = group.servers().get(0);
      return switch (options.program()) {
        case HAPROXY ->
            new Proxy(
                ServerProcess.start(
                    "HAProxy",
                    absolute,
                    log,
                    how,
                    (here, unused) -> HaProxy.launch(absolute, here, first)),
                first.password(),
                List.of(own("proxy", version(), "one more hop: TCP, no TLS")));
        case SHARDINGSPHERE -> {
          String password = MysqlServer.newPassword();
          ShardingSphereYaml yaml =
              new ShardingSphereYaml(options, group, database, tables, password);
          yield new Proxy(
              ServerProcess.start(
                  "ShardingSphere-Proxy",
                  absolute,
                  log,
                  how,
                  (here, unused) -> ShardingSphere.launch(absolute, here, "8.0.33", yaml)),
              password,
              settings(options));
        }
      };
    } catch (IOException e) {
      throw new EngineException("cannot start a proxy in %s: %s".formatted(home, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while a proxy started in " + home, e);
    }
  }
}
