package dev.storagebench.sql.jdbc;

import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.DatabaseEngine;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.sql.server.ServerProcess;
import dev.storagebench.sql.server.ServerSource;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A storage engine inside a SQL server, over JDBC.
 *
 * <p>Each store is a server of its own on the store's folder. Where the candidate or {@code
 * --jdbc-url} names a server, each store is some tables on that one, and the folder only names
 * them.
 */
public abstract class SqlEngine implements DatabaseEngine {
  /** Stands for the default one of an engine's JDBC drivers. */
  public static final String DEFAULT_DRIVER = "auto";

  private static final String RECORDS = "records";
  private static final String TABLES = "sbtest";

  /** The servers that are started for stores. */
  protected final Supplier<ServerSource> servers;

  private final Candidate candidate;
  private final Set<String> schemes;

  /**
   * An engine as this candidate configures it.
   *
   * @param schemes of the URLs by which it is reached, for example {@code mysql}
   * @throws IllegalArgumentException if the candidate's version cannot be had, with the
   *     alternatives
   */
  protected SqlEngine(Candidate candidate, Set<String> schemes, Supplier<ServerSource> servers) {
    this.candidate = candidate;
    this.schemes = schemes;
    this.servers = servers;
    requireVersion();
  }

  /** Whether an external server has this engine, and in which version. */
  protected abstract Availability availability(ExternalServer server);

  /** Whether this engine is reached by a JDBC URL, by its scheme. */
  public final boolean isReachedBy(String url) {
    String[] parts = url.split(":", 3);
    return parts.length == 3 && schemes.contains(parts[1]);
  }

  /**
   * Checks the name of a JDBC driver.
   *
   * @throws IllegalArgumentException if this engine has none of this name, with the valid names
   */
  public abstract void requireDriver(String driver);

  /** The names of candidate options that cannot be applied to an external server. */
  protected Stream<String> optionsOfServer(Map<String, String> resolved) {
    return resolved.keySet().stream().filter(name -> !ExternalServer.isOption(name));
  }

  /**
   * Starts a server on a store's folder.
   *
   * @param launcher prefix of its command line, which puts it under a memory limit
   */
  protected abstract Server start(Path folder, EngineSettings settings, List<String> launcher)
      throws IOException;

  /** Connects to an external server, or to one that another process has started. */
  protected abstract Server connect(ExternalServer server);

  /** Reports the memory limit of an own server, if there is one. */
  public static void reportMemory(SettingsReport report, EngineSettings settings) {
    if (settings.memoryBytes() != EngineSettings.UNLIMITED) {
      report.honoured(
          "memoryBytes",
          settings.memoryBytes(),
          "the server's cgroup, plus what the server holds once it has started");
    }
  }

  @Override
  public final String name() {
    return candidate.engine();
  }

  /** A proxy in front of a server changes no store. */
  @Override
  public Map<String, String> storeOptions(Map<String, String> resolved) {
    Map<String, String> options = new LinkedHashMap<>(resolved);
    options.remove(ExternalServer.CLIENT_URL);
    return options;
  }

  private void requireVersion() {
    if (!candidate.version().isEmpty()) {
      if (external().isPresent()) {
        throw new IllegalArgumentException(
            "%s: a server at a URL has a version of its own; leave out @%s"
                .formatted(candidate.label(), candidate.version()));
      }
      servers.get().requireVersion(name(), candidate.version());
    }
  }

  /**
   * The availability of the external server, if there is one, else of an own server.
   *
   * @throws EngineException if the external server cannot be reached
   */
  @Override
  public final Availability availability() {
    return external().map(this::availability).orElseGet(servers.get()::availability);
  }

  @Override
  public final Availability installed() {
    return external().map(this::availability).orElseGet(servers.get()::installed);
  }

  @Override
  public final Optional<String> exclusionReason() {
    return servers.get().exclusionReason(external().isPresent());
  }

  @Override
  public final int maxThreads() {
    return Pool.MAX_CONNECTIONS;
  }

  /** Rows are committed in chunks, each one atomically. */
  @Override
  public final KeyValueStore open(Path folder, EngineSettings asked) {
    return open(folder, asked, (server, base) -> new KeyValueTable(server, base.orElse(RECORDS)));
  }

  @Override
  public final Store openDatabase(Path folder, EngineSettings asked, String tables) {
    Layout layout = Layout.parse(tables);
    return open(
        folder,
        asked,
        (server, base) ->
            new TableStore(
                server,
                layout,
                layout.names(base.map(noted -> noted + "_").orElse(TABLES)),
                asked.expected().records()));
  }

  @Override
  public final Store attach(Map<String, String> address, EngineSettings settings, String tables) {
    Server server = connect(ExternalServer.of(address));
    List<String> names = List.of(address.get(SqlStore.TABLES).split(","));
    SqlStore store =
        tables.isEmpty()
            ? new KeyValueTable(server, names.get(0))
            : new TableStore(server, Layout.parse(tables), names, settings.expected().records());
    store.attach();
    return store;
  }

  private <S extends SqlStore> S open(
      Path folder, EngineSettings asked, BiFunction<Server, Optional<String>, S> form) {
    EngineSettings settings = asked.withOptions(resolve(asked.options()));
    capabilities().require(name(), settings);
    try {
      Optional<ExternalServer> external = external();
      if (external.isEmpty() && ExternalTable.isNotedIn(folder)) {
        throw elsewhere(folder);
      }
      external.ifPresent(server -> requireDefaults(settings));
      List<String> launcher =
          ForkPlan.limit().map(ForkMemory.Limit::serverLauncher).orElse(List.of());
      Server server =
          external.isPresent() ? connect(external.get()) : start(folder, settings, launcher);
      try {
        S store =
            external.isEmpty()
                ? form.apply(server, Optional.empty())
                : form.apply(
                    server.measured(settings),
                    Optional.of(ExternalTable.in(folder, external.get(), server)));
        store.create();
        return store;
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException e) {
      throw new EngineException("%s: cannot open %s: %s".formatted(name(), folder, e), e);
    }
  }

  private void requireDefaults(EngineSettings settings) {
    List<String> variables = optionsOfServer(settings.options()).toList();
    if (!variables.isEmpty()) {
      throw new UnsupportedSettingException(
          "%s: %s cannot be set on the external server; have its administrator set it and leave it out here (for a proxy use --client-url), or omit --jdbc-url or url to measure a server of its own"
              .formatted(name(), String.join(", ", variables)));
    }
    if (settings.memoryBytes() != EngineSettings.UNLIMITED) {
      throw new UnsupportedSettingException(
          name()
              + ": the memory of an external server cannot be limited from here; use memory=none");
    }
  }

  @Override
  public final void copy(Path from, Path to) throws IOException {
    if (!ExternalTable.isNotedIn(from)) {
      DatabaseEngine.super.copy(from, to);
      return;
    }
    ExternalServer external = externalOf(from);
    try (Server server = connect(external)) {
      String original = ExternalTable.in(from, external, server);
      String copy = ExternalTable.in(to, external, server);
      for (String suffix : ExternalTable.suffixes(original, server)) {
        server.admin().run(server.dialect().copy(original + suffix, copy + suffix));
      }
    }
  }

  @Override
  public final void delete(Path folder) throws IOException {
    if (ExternalTable.isNotedIn(folder)) {
      ExternalServer external = externalOf(folder);
      String table = ExternalTable.noted(folder, external);
      try (Server server = connect(external)) {
        for (String suffix : ExternalTable.suffixes(table, server)) {
          server.admin().run(List.of(server.dialect().drop(table + suffix)));
        }
      }
    }
    ServerProcess.endOrphan(folder);
    DatabaseEngine.super.delete(folder);
  }

  /** The external server, if the candidate or the command line names one of this engine. */
  protected final Optional<ExternalServer> external() {
    Optional<ExternalServer> found =
        ExternalServer.find(candidate, System.getProperties(), System.getenv());
    Optional<ExternalServer> usable =
        found.filter(server -> isReachedBy(server.url()) && isReachedBy(server.clientUrl()));
    if (usable.isEmpty()
        && candidate.options().keySet().stream().anyMatch(ExternalServer::isOption)) {
      throw new EngineException(
          "candidate %s: %s cannot be reached by the scheme of %s"
              .formatted(candidate.label(), name(), found.orElseThrow().urls().values()));
    }
    return usable;
  }

  private ExternalServer externalOf(Path folder) {
    return external().orElseThrow(() -> elsewhere(folder));
  }

  private EngineException elsewhere(Path folder) {
    return new EngineException(
        "%s: the store in %s is a table on an external server; name it with --jdbc-url or the candidate's url"
            .formatted(name(), folder));
  }
}
