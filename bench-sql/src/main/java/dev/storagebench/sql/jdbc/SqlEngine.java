package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.sql.server.ServerInstall;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A storage engine inside a SQL server, over JDBC.
 *
 * <p>Without system property {@code storagebench.jdbc.url}, each store is a server of its own on
 * the store's folder. With it, each store is a table on that server, or the tables of a layout, and
 * the folder only names them.
 */
abstract class SqlEngine implements StorageEngine {
  /**
   * What a server needs beside its caches at any size of the data: of the 8 GB of the published
   * experiment 2 %, of a hundredth of them more than all.
   */
  static final long OVERHEAD_BYTES = 160L << 20;

  private final String name;
  private final StorageKind kind;
  private final Set<Compression> compressions;

  SqlEngine(String name, StorageKind kind, Set<Compression> compressions) {
    this.name = name;
    this.kind = kind;
    this.compressions = compressions;
  }

  /** Whether a server for this engine can be started here. */
  abstract Availability ownServer();

  /**
   * The server to start.
   *
   * @throws EngineException if there is none
   */
  abstract ServerInstall install();

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Availability availability() {
    try {
      Optional<ExternalServer> external = external();
      return external.isEmpty() ? ownServer() : availability(external.get());
    } catch (EngineException e) {
      return new Availability.Unsupported(String.valueOf(e.getMessage()), "");
    }
  }

  /** Rows are committed in batches, each of which is there as a whole or not at all. */
  @Override
  public final boolean resumesLoads() {
    return true;
  }

  private Availability availability(ExternalServer server) {
    String query =
        "SELECT VERSION(), MAX(support IN ('YES', 'DEFAULT')) FROM information_schema.engines"
            + " WHERE engine = '%s'".formatted(kind);
    try (Pool pool = server.connect()) {
      List<String> row = pool.row(query);
      return row.get(1).equals("1")
          ? new Availability.Available(row.get(0), server.url())
          : new Availability.Unsupported(
              "the server at %s has no engine %s".formatted(server.url(), kind), "");
    } catch (SQLException e) {
      throw SqlFailure.of(query, e);
    }
  }

  @Override
  public final Capabilities capabilities() {
    return Capabilities.cachingIn(CacheHome.SERVER)
        .withCompressions(compressions)
        .withServerMemory(kind.cacheShare(), OVERHEAD_BYTES);
  }

  /**
   * Refuses a version that no server here can have.
   *
   * @throws IllegalArgumentException with the ones that there are
   */
  abstract void requireVersion(String version);

  /** Other options than the row format are server variables, which the server knows. */
  @Override
  public final StorageEngine as(Candidate candidate) {
    if (!candidate.version().isEmpty()) {
      requireVersion(candidate.version());
    }
    String format = resolve(candidate.options()).getOrDefault(ServerVariables.FORMAT, "");
    RowFormat.require(kind, format);
    // With a format of its own it takes whatever codec all are asked for, and reports its own.
    return format.isEmpty() ? this : with(Set.of(Compression.values()));
  }

  /** The same engine, accepting these codecs. */
  abstract SqlEngine with(Set<Compression> compressions);

  @Override
  public final Optional<String> conditionOf(String option, String value) {
    return ServerVariables.conditionOf(option, value);
  }

  @Override
  public final Map<String, String> resolve(Map<String, String> options) {
    return ServerVariables.resolve(options);
  }

  @Override
  public final Store open(Path folder, EngineSettings asked) {
    SettingsReport.require(name, asked.compression(), compressions);
    EngineSettings settings = asked.withOptions(resolve(asked.options()));
    try {
      Optional<ExternalServer> external = external();
      if (external.isPresent()) {
        refuseForeign(settings);
        return ExternalStore.open(folder, external.get(), kind, settings);
      }
      if (ExternalTable.isNotedIn(folder)) {
        throw new EngineException(
            "%s: the store in %s is a table on another server; name that with -D%s"
                .formatted(name, folder, ExternalServer.URL_PROPERTY));
      }
      List<String> launcher =
          System.getProperty(ForkMemory.SERVER_LAUNCHER_PROPERTY, "").lines().toList();
      return OwnServerStore.open(install(), kind, folder, settings, launcher);
    } catch (IOException e) {
      throw new EngineException("%s: cannot open %s: %s".formatted(name, folder, e), e);
    }
  }

  private void refuseForeign(EngineSettings settings) {
    List<String> variables = ServerVariables.names(settings.options());
    if (!variables.isEmpty()) {
      throw new UnsupportedSettingException(
          "%s: %s cannot be set on a server that is not ours; have its administrator set it there and leave it out here, or measure a server that is started here, without --jdbc-url"
              .formatted(name, String.join(", ", variables)));
    }
    if (settings.memoryBytes() != EngineSettings.UNLIMITED) {
      throw new UnsupportedSettingException(
          name
              + ": the memory of a server that is not ours cannot be limited; limit it where it"
              + " runs, and measure it with memory=none");
    }
  }

  @Override
  public final void copy(Path from, Path to) throws IOException {
    if (ExternalTable.isNotedIn(from)) {
      ExternalStore.copy(from, to, externalThatIsNoted(from));
    } else {
      StorageEngine.super.copy(from, to);
    }
  }

  @Override
  public final void delete(Path folder) throws IOException {
    if (ExternalTable.isNotedIn(folder)) {
      ExternalStore.drop(folder, externalThatIsNoted(folder));
    }
    StorageEngine.super.delete(folder);
  }

  static Optional<ExternalServer> external() {
    return ExternalServer.find(System.getProperties(), System.getenv());
  }

  private ExternalServer externalThatIsNoted(Path folder) {
    return external()
        .orElseThrow(
            () ->
                new EngineException(
                    "%s: the store in %s is a table on another server; name that with -D%s"
                        .formatted(name, folder, ExternalServer.URL_PROPERTY)));
  }
}
