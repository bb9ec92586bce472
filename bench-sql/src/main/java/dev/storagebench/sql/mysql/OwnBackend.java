package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.DriverSettings;
import dev.storagebench.sql.jdbc.DriverSettings.Setting;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Table;
import dev.storagebench.sql.proxy.Proxy;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.proxy.ServerGroup;
import dev.storagebench.sql.proxy.Topology;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server of ours, which ends with the store. */
final class OwnBackend extends MysqlBackend {
  private static final String DATABASE = "storagebench";
  private static final Duration REPLICAS_WITHIN = Duration.ofMinutes(10);
  private static final List<Setting> TO_LOAD =
      List.of(
          new Setting("allowLoadLocalInfile", "true", "rows are loaded by LOAD DATA LOCAL"),
          new Setting("createDatabaseIfNotExist", "true", "an empty server has none"));

  private final String engine;
  private final ServerGroup group;
  private final Optional<ProxyOptions> options;
  private final Path proxyHome;
  private final List<Pool> others = new ArrayList<>();
  private @Nullable Proxy proxy;

  private OwnBackend(
      String engine,
      ServerGroup group,
      Optional<ProxyOptions> options,
      Path proxyHome,
      StorageKind kind,
      Pool admin,
      RowFormat format,
      List<AppliedSetting> settings) {
    super(kind, admin, format, settings);
    this.engine = engine;
    this.group = group;
    this.options = options;
    this.proxyHome = proxyHome;
  }

  /** Starts a server, or those of the topology that the candidate asks for, on a store's folder. */
  static OwnBackend start(
      String engine,
      ServerInstall install,
      StorageKind kind,
      Path folder,
      EngineSettings asked,
      List<String> launcher)
      throws IOException {
    Optional<ProxyOptions> proxy = ProxyOptions.of(asked.options());
    proxy.ifPresent(options -> require(engine, options));
    RowFormat format = RowFormat.of(kind, install.family(), asked);
    format.require(install, folder);
    ServerSettings settings = kind.settings(install, asked, format);
    List<String> variables = ServerVariables.commandLine(settings.variables(), asked.options());
    variables.add("--local-infile=1");
    ServerOptions options = ServerOptions.of(variables).withLauncher(launcher);
    ServerGroup group =
        ServerGroup.start(
            install,
            folder,
            proxy.map(ProxyOptions::topology).orElse(Topology.ROUTE),
            proxy.isPresent() ? options.withListen(ServerOptions.Listen.LOOPBACK) : options);
    Pool admin = null;
    try {
      MysqlServer server = group.servers().get(0);
      Driver driver = Driver.CONNECTOR_J;
      admin = open(engine, server, driver, driver.settings(server.endpoint()).with(TO_LOAD));
      List<AppliedSetting> report = report(admin, settings, format, asked);
      if (asked.memoryBytes() != EngineSettings.UNLIMITED) {
        report.add(
            new AppliedSetting(
                "memoryBytes",
                Long.toString(asked.memoryBytes()),
                AppliedSetting.Role.HONOURED,
                "the server's control group; %d bytes that a server needs beside its caches are granted on top"
                    .formatted(MysqlFamilyEngine.OVERHEAD_BYTES)));
      }
      report.add(
          new AppliedSetting(
              "table", format.options(), AppliedSetting.Role.OWN, "options of CREATE TABLE"));
      List<AppliedSetting> ofGroup = group.settings();
      report.removeIf(one -> ofGroup.stream().anyMatch(other -> other.name().equals(one.name())));
      report.addAll(ofGroup);
      proxy.ifPresent(asks -> report.addAll(Proxy.settings(asks)));
      report.addAll(driver.settings(server.endpoint()).report());
      return new OwnBackend(
          engine, group, proxy, folder.resolve("proxy"), kind, admin, format, report);
    } catch (RuntimeException e) {
      if (admin != null) {
        admin.close();
      }
      group.kill();
      throw e;
    }
  }

  private static void require(String engine, ProxyOptions options) {
    if (Proxy.availability(options.program()) instanceof Availability.Unsupported missing) {
      throw new UnsupportedSettingException(
          "%s: proxy=%s: %s".formatted(engine, options.program(), missing.message()));
    }
    if (options.topology() == Topology.SHARDING) {
      throw new UnsupportedSettingException(
          "%s: proxy=shardingsphere:sharding: the loader does not divide rows among shards yet (expected route, read-write-splitting)"
              .formatted(engine));
    }
  }

  private static List<AppliedSetting> report(
      Pool admin, ServerSettings settings, RowFormat format, EngineSettings asked) {
    try {
      return new ArrayList<>(
          ServerVariables.report(
              format.report(settings.report(admin), asked.options()), asked.options(), admin));
    } catch (SQLException e) {
      throw admin.failure("reading the server's variables", e);
    }
  }

  private static Pool open(
      String engine, MysqlServer server, Driver driver, DriverSettings settings) {
    return open(engine, server.endpoint(), server.password(), driver, settings);
  }

  private static Pool open(
      String engine, Endpoint endpoint, String password, Driver driver, DriverSettings settings) {
    return Pool.open(
        engine,
        driver.url(endpoint, DATABASE),
        settings,
        new Credentials(MysqlServer.USER, password));
  }

  /** Through the proxy, which reads the tables' definitions when it is first asked for. */
  @Override
  public Pool connect(String driver) {
    Driver chosen = Driver.parse(driver);
    group.awaitReplicas(REPLICAS_WITHIN);
    Optional<Proxy> between = proxy();
    Endpoint endpoint =
        between.map(Proxy::endpoint).orElseGet(() -> group.servers().get(0).endpoint());
    String password =
        between.map(Proxy::password).orElseGet(() -> group.servers().get(0).password());
    return open(engine, endpoint, password, chosen, chosen.settings(endpoint));
  }

  private synchronized Optional<Proxy> proxy() {
    if (proxy == null
        && options.isPresent()
        && options.get().program() != ProxyOptions.Program.DIRECT) {
      // Not in the servers' group: the limit of memory is for what holds the data.
      proxy = Proxy.start(options.get(), group, DATABASE, List.of(), proxyHome, List.of());
    }
    return Optional.ofNullable(proxy);
  }

  @Override
  public Settling settle(List<Table> tables, Duration atMost) {
    Settling settled = super.settle(tables, atMost);
    group.awaitReplicas(REPLICAS_WITHIN);
    return settled;
  }

  /** The primary's by their own names, those of replicas as {@code replica-1.Com_select}. */
  @Override
  public synchronized Map<String, Long> counters() {
    Map<String, Long> counters = new LinkedHashMap<>(super.counters());
    for (int i = 1; i < group.servers().size(); i++) {
      if (others.size() < i) {
        MysqlServer server = group.servers().get(i);
        others.add(
            open(
                engine,
                server,
                Driver.CONNECTOR_J,
                Driver.CONNECTOR_J.settings(server.endpoint())));
      }
      String name = group.name(i);
      counters(others.get(i - 1)).forEach((key, value) -> counters.put(name + "." + key, value));
    }
    return counters;
  }

  @Override
  public synchronized Map<String, Long> processes() {
    Map<String, Long> processes = new LinkedHashMap<>();
    for (int i = 0; i < group.servers().size(); i++) {
      processes.put(group.name(i), group.servers().get(i).process().pid());
    }
    if (proxy != null) {
      processes.put("proxy", proxy.process().pid());
    }
    return processes;
  }

  @Override
  public synchronized Optional<String> death() {
    return group.death().or(() -> proxy == null ? Optional.empty() : proxy.death());
  }

  @Override
  Optional<MysqlServer> own() {
    return Optional.of(group.servers().get(0));
  }

  @Override
  @SuppressWarnings("try") // they are only closed, whatever the one before throws
  public synchronized void close() {
    try (ServerGroup servers = group;
        Proxy between = proxy) {
      others.forEach(Pool::close);
      admin().close();
    }
  }
}
