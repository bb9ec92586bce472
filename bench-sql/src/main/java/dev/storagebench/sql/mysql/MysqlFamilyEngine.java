package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Capabilities.ServerMemory;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Server;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.server.ServerInstall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A storage engine inside MySQL, MariaDB or Percona Server. */
abstract class MysqlFamilyEngine extends SqlEngine {
  /**
   * What a server needs beside its caches at any size of the data: of the 8 GB of the published
   * experiment 2 %, of a hundredth of them more than all.
   */
  static final long OVERHEAD_BYTES = 160L << 20;

  /** Its thread, buffers and statements. */
  private static final long CONNECTION_BYTES = 1L << 20;

  private final TableEngine tables;
  private final Set<Compression> compressions;

  MysqlFamilyEngine(String name, TableEngine tables, Set<Compression> compressions) {
    super(name);
    this.tables = tables;
    this.compressions = compressions;
  }

  /**
   * The server to start.
   *
   * @throws EngineException if there is none
   */
  abstract ServerInstall install();

  /**
   * Refuses a version that no server here can have.
   *
   * @throws IllegalArgumentException with the ones that there are
   */
  abstract void requireVersion(String version);

  /** The same engine, accepting these codecs. */
  abstract MysqlFamilyEngine with(Set<Compression> codecs);

  @Override
  public final void requireDriver(String driver) {
    Driver.parse(driver);
  }

  @Override
  protected final boolean speaks(String scheme) {
    return scheme.equals("mysql") || scheme.equals("mariadb");
  }

  @Override
  protected final Availability availability(ExternalServer server) {
    String query =
        "SELECT VERSION(), MAX(support IN ('YES', 'DEFAULT')) FROM information_schema.engines"
            + " WHERE engine = '%s'".formatted(tables.sqlName());
    try (Pool pool = ExternalBackend.admin(name(), server)) {
      List<String> row = pool.row(query);
      return row.get(1).equals("1")
          ? new Availability.Available(row.get(0), server.url())
          : new Availability.Unsupported(
              "the server at %s has no engine %s".formatted(server.url(), tables.sqlName()), "");
    }
  }

  @Override
  public final Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.SERVER)
        .compressions(compressions)
        .serverMemory(
            new ServerMemory(
                tables.cacheShare(), tables.minCacheBytes(), OVERHEAD_BYTES, CONNECTION_BYTES));
  }

  /** Other options than the row format are server variables, which the server knows. */
  @Override
  public final StorageEngine as(Candidate candidate) {
    if (!candidate.version().isEmpty()) {
      requireVersion(candidate.version());
    }
    String format = resolve(candidate.options()).getOrDefault(ServerVariables.FORMAT, "");
    RowFormat.require(tables, format);
    ProxyOptions.of(candidate.options());
    // With a format of its own it takes whatever codec all are asked for, and reports its own.
    return format.isEmpty() ? this : with(Set.of(Compression.values()));
  }

  @Override
  public final Optional<String> conditionOf(String option, String value) {
    return ProxyOptions.isOne(option)
        ? Optional.empty()
        : ServerVariables.conditionOf(option, value);
  }

  @Override
  public final Map<String, String> resolve(Map<String, String> options) {
    return ServerVariables.resolve(options);
  }

  /** What stores are loaded with: of a proxy, what decides on which servers their data is. */
  @Override
  public final Map<String, String> storeOptions(Map<String, String> resolved) {
    return ProxyOptions.withTopologyOnly(resolved);
  }

  @Override
  protected final List<String> optionsOfServer(Map<String, String> resolved) {
    return resolved.keySet().stream().filter(name -> !name.equals(ServerVariables.FORMAT)).toList();
  }

  @Override
  protected final Server start(Path folder, EngineSettings settings, List<String> launcher)
      throws IOException {
    capabilities().require(name(), settings);
    ServerInstall install = install();
    RowFormat format =
        RowFormat.of(
            tables,
            install.family(),
            settings.options().getOrDefault(ServerVariables.FORMAT, ""),
            settings.compression());
    format.requireSupport(install, folder);
    ServerSpec spec = new ServerSpec(name(), tables, install, format, settings);
    Optional<ProxyOptions> proxy = ProxyOptions.of(settings.options());
    return proxy.isPresent()
        ? ProxiedBackend.start(spec, folder, proxy.get(), launcher)
        : OwnBackend.start(spec, folder, launcher);
  }

  @Override
  protected final Server connect(ExternalServer server, EngineSettings settings) {
    capabilities().require(name(), settings);
    return ExternalBackend.open(name(), server, tables, settings);
  }

  @Override
  protected final Server connect(ExternalServer server) {
    return ExternalBackend.open(name(), server, tables);
  }
}
