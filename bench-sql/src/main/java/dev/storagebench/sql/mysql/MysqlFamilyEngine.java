package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Server;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A storage engine inside MySQL, MariaDB or Percona Server. */
class MysqlFamilyEngine extends SqlEngine {
  private final TableEngine tables;
  private final Set<Compression> compressions;

  MysqlFamilyEngine(
      Candidate candidate,
      TableEngine tables,
      Set<Compression> compressions,
      Supplier<ServerSource> servers) {
    super(candidate, Set.of("mysql", "mariadb"), servers);
    this.tables = tables;
    this.compressions = compressions;
  }

  @Override
  public final void requireDriver(String driver) {
    Driver.parse(driver, Driver.CONNECTOR_J);
  }

  @Override
  protected final Availability availability(ExternalServer server) {
    String query =
        "SELECT VERSION(), MAX(support IN ('YES', 'DEFAULT')) FROM information_schema.engines WHERE engine = '%s'"
            .formatted(tables.sqlName);
    try (ExternalBackend found = ExternalBackend.open(name(), server, tables)) {
      List<String> row = found.admin().row(query);
      return row.get(1).equals("1")
          ? new Availability.Available(server.credentials().scrub(row.get(0)), server.url())
          : new Availability.Unsupported(
              "the server at %s has no engine %s".formatted(server.url(), tables.sqlName), "");
    }
  }

  @Override
  public final Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.SERVER)
        .compressions(compressions)
        .serverMemory(tables.memory);
  }

  /** Counts stores that are compacted after loading from 2: before, they were not. */
  @Override
  public final int storeRevision() {
    return tables.afterLoading().isEmpty() ? 1 : 2;
  }

  /** Other options than the row format are server variables, which the server checks. */
  @Override
  public final StorageEngine as(Candidate candidate) {
    String format = RowFormat.named(resolve(candidate.options()));
    RowFormat.require(tables, format, ServerInstall.Family.values());
    ProxyOptions.of(candidate.options());
    // A format of its own replaces, and reports as replaced, any codec requested of all engines.
    Set<Compression> codecs = format.isEmpty() ? compressions : Set.of(Compression.values());
    return new MysqlFamilyEngine(candidate, tables, codecs, servers);
  }

  @Override
  public final Optional<String> conditionOf(String option, String value) {
    // First of all: no message may repeat a password.
    ExternalServer.check(option, value);
    return ProxyOptions.isOne(option) || ExternalServer.isOption(option)
        ? Optional.empty()
        : ServerVariables.conditionOf(option, value);
  }

  @Override
  public final Map<String, String> resolve(Map<String, String> options) {
    return ServerVariables.resolve(options);
  }

  /** Keeps of a proxy only what decides on which servers the data is. */
  @Override
  public final Map<String, String> storeOptions(Map<String, String> resolved) {
    return super.storeOptions(ProxyOptions.withTopologyOnly(resolved));
  }

  @Override
  protected final Stream<String> optionsOfServer(Map<String, String> resolved) {
    return super.optionsOfServer(resolved).filter(name -> !name.equals(ServerVariables.FORMAT));
  }

  @Override
  protected final Server start(Path folder, EngineSettings settings, List<String> launcher)
      throws IOException {
    ServerInstall install = servers.get().provideWithoutFetching();
    RowFormat format = RowFormat.of(tables, install.family(), settings);
    format.requireSupport(install, folder);
    return new OwnBackend(new ServerSpec(name(), install, format, settings), folder, launcher);
  }

  @Override
  protected final Server connect(ExternalServer server) {
    return ExternalBackend.open(name(), server, tables);
  }
}
