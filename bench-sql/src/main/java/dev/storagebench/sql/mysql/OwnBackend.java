package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.proxy.Proxy;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.proxy.ServerGroup;
import dev.storagebench.sql.proxy.Shard;
import dev.storagebench.sql.proxy.Topology;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import dev.storagebench.sql.table.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The store's own server, or several behind a proxy: administration reaches each server itself,
 * measured connections go through the proxy. It starts with the first of them, because it then
 * reads the table definitions.
 */
final class OwnBackend implements MysqlBackend {
  private static final Duration REPLICAS_WITHIN = Duration.ofMinutes(2);
  private static final String DATABASE = "storagebench";

  private static final List<AppliedSetting> TO_LOAD =
      new SettingsReport()
          .own("allowLoadLocalInfile", true, "rows are loaded by LOAD DATA LOCAL")
          .own("createDatabaseIfNotExist", true, "an empty server has none")
          .settings();

  private final ServerSpec spec;
  private final ServerGroup group;
  private final Optional<ProxyOptions> options;
  // One per server; with shards one per database.
  private final List<Pool> admins = new ArrayList<>();
  private final List<AppliedSetting> settings;
  // The names of tables for clients.
  private final Set<String> sharded = new LinkedHashSet<>();
  private List<Duration> lags = List.of();
  private @Nullable ServerProcess proxy;

  /** Starts what a candidate asks for on a store's folder. */
  OwnBackend(ServerSpec spec, Path folder, List<String> launcher) throws IOException {
    this.spec = spec;
    this.options = ProxyOptions.of(spec.settings().options());
    ServerOptions server = spec.options(launcher);
    if (options.isPresent()) {
      require(spec, options.get());
      // Before the load, which may take an hour.
      Proxy.provide(options.get().program(), FetchListener.NONE);
      server = server.withListen(ServerOptions.Listen.LOOPBACK);
    }
    Topology topology = options.map(ProxyOptions::topology).orElse(Topology.ROUTE);
    this.group = ServerGroup.start(spec.install(), folder, topology, server);
    try {
      for (ServerGroup.Database each : group.databases(DATABASE)) {
        admins.add(open(each.server(), each.name(), Driver.CONNECTOR_J, TO_LOAD));
      }
      List<AppliedSetting> report = new ArrayList<>(spec.report(admin()));
      // A group's own settings replace those of a single server, such as log_bin.
      group.settings().forEach(own -> report.removeIf(any -> any.name().equals(own.name())));
      report.addAll(group.settings());
      options.ifPresent(chosen -> report.addAll(Proxy.settings(chosen)));
      Optional<Path> socket = group.servers().get(0).endpoint().socket();
      report.addAll(spec.driver().settings(socket.map(path -> "a temporary file")));
      this.settings = List.copyOf(report);
    } catch (RuntimeException e) {
      admins.forEach(Pool::close);
      group.kill();
      throw e;
    }
  }

  private static void require(ServerSpec spec, ProxyOptions options) {
    Proxy.availability(options.program()).orThrow("proxy=" + options.program());
    if (options.topology() != Topology.ROUTE
        && spec.settings().memoryBytes() != EngineSettings.UNLIMITED) {
      throw new UnsupportedSettingException(
          "proxy=shardingsphere:%s: a memory limit applies to one server, and this topology has several; set memory=none"
              .formatted(options.topology()));
    }
  }

  private Pool open(
      ServerProcess server, String database, Driver driver, List<AppliedSetting> others) {
    List<AppliedSetting> settings = new ArrayList<>(driver.settings(server.endpoint().socket()));
    settings.addAll(others);
    return new Pool(
        spec.engine(),
        driver.url(server.endpoint(), database),
        settings,
        new Credentials(MysqlServer.USER, server.password()),
        server::death);
  }

  @Override
  public RowFormat format() {
    return spec.format();
  }

  @Override
  public Pool admin() {
    return admins.get(0);
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Pool connect(String name) {
    return open(front(), DATABASE, Driver.parse(name, spec.driver()), List.of());
  }

  @Override
  public ExternalServer address() {
    ServerProcess front = front();
    String url = spec.driver().urlForAny(front.endpoint(), DATABASE);
    return new ExternalServer(
        url, url, new Credentials(MysqlServer.USER, front.password()), Set.of());
  }

  /** Server that measured connections reach: the proxy, started by now, or the first server. */
  private synchronized ServerProcess front() {
    if (options.isEmpty() || options.get().program() == ProxyOptions.Program.DIRECT) {
      return group.servers().get(0);
    }
    if (proxy == null) {
      group.awaitReplicas(REPLICAS_WITHIN);
      Path home = group.servers().get(0).home().resolve("proxy");
      proxy = Proxy.start(options.get(), group, DATABASE, List.copyOf(sharded), home);
    }
    return proxy;
  }

  private boolean isSharded() {
    return group.topology() == Topology.SHARDING;
  }

  @Override
  public Dialect dialect() {
    return isSharded() ? new Sharded() : MysqlBackend.super.dialect();
  }

  /** A sharding proxy generates ids that exceed an {@code int}. */
  private static final class Sharded extends MysqlDialect {
    @Override
    public String create(Shape shape, String table, String options) {
      if (shape != Shape.SBTEST) {
        throw new UnsupportedSettingException(
            "only tables of the layout sbtest can be sharded; set table=sbtest");
      }
      return super.create(shape, table, options).replaceFirst("id int", "id bigint");
    }

    @Override
    public String createKeyValues(String table, String options) {
      throw new UnsupportedSettingException(
          "a table of keys and values has no numeric id to shard by; use proxy=shardingsphere");
    }
  }

  @Override
  public List<Part> parts(String table) {
    if (!isSharded()) {
      return MysqlBackend.super.parts(table);
    }
    sharded.add(table);
    return Shard.all().stream()
        .map(shard -> new Part(admins.get(shard.database()), shard.table(table)))
        .toList();
  }

  @Override
  public String plainTableOptions() {
    if (isSharded()) {
      throw new UnsupportedSettingException(
          "tables in shards cannot be rebuilt; AlterTable needs one server");
    }
    return MysqlBackend.super.plainTableOptions();
  }

  @Override
  public int partOf(long id) {
    return isSharded() ? Shard.of(id).index() : 0;
  }

  /** Tables of each server, the replicas among them. */
  private Map<Pool, List<String>> copiesOf(List<String> tables) {
    Map<Pool, List<String>> all = tablesOf(tables);
    for (int i = 1; i < admins.size() && !isSharded(); i++) {
      all.put(admins.get(i), tables);
    }
    return all;
  }

  @Override
  public void readOnce(List<String> tables) {
    copiesOf(tables).forEach(format().engine()::readOnce);
  }

  @Override
  public void compact(List<String> tables) {
    group.awaitReplicas(REPLICAS_WITHIN);
    copiesOf(tables).keySet().forEach(pool -> pool.run(format().engine().afterLoading()));
  }

  @Override
  public Settling settle(List<String> tables, Duration atMost) {
    long start = System.nanoTime();
    lags = group.awaitReplicas(REPLICAS_WITHIN);
    List<Settling> each = new ArrayList<>();
    copiesOf(tables)
        .forEach((pool, own) -> each.add(format().engine().settle(pool, own, atMost, true)));
    return new Settling(
        each.stream().allMatch(Settling::idle),
        Duration.ofNanos(System.nanoTime() - start),
        (each.size() > 1 ? "%d times: ".formatted(each.size()) : "") + each.get(0).how());
  }

  /** The sum of all servers, and the statements of each. */
  @Override
  public Map<String, Long> counters() {
    Map<String, Long> all = new LinkedHashMap<>();
    int servers = group.servers().size();
    for (int i = 0; i < servers; i++) {
      String server = group.name(i);
      admins
          .get(isSharded() ? i * Shard.DATABASES / servers : i)
          .numbers(COUNTERS)
          .forEach(
              (name, value) -> {
                all.merge(name, value, Long::sum);
                if (servers > 1 && name.startsWith("Com_")) {
                  all.put(name + "." + server, value);
                }
              });
    }
    return all;
  }

  @Override
  public Map<String, Long> statistics(List<String> tables) {
    Map<String, Long> statistics = new LinkedHashMap<>();
    if (!isSharded()) {
      statistics.putAll(MysqlBackend.super.statistics(tables));
    }
    for (int i = 0; i < lags.size(); i++) {
      statistics.put("replica-%d.lagMillis".formatted(i + 1), lags.get(i).toMillis());
    }
    return statistics;
  }

  @Override
  public Map<String, Long> processes() {
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
  public Optional<ServerProcess> own() {
    return Optional.of(group.servers().get(0));
  }

  @Override
  public Optional<String> death() {
    return group.death().or(() -> Optional.ofNullable(proxy).flatMap(ServerProcess::death));
  }

  /** Closes the proxy before the servers. */
  @Override
  public void close() {
    ServerProcess front = proxy;
    try (group;
        front) {
      admins.forEach(Pool::close);
    }
  }
}
