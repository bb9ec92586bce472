package dev.storagebench.sql.postgresql;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Capabilities.ServerMemory;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Server;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.PostgresqlServer;
import dev.storagebench.sql.server.ServerDistribution;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** PostgreSQL, as it is published in Maven repositories. */
public final class PostgresqlEngine extends SqlEngine {
  private static final ServerRelease RELEASE = ServerRelease.POSTGRESQL;
  private static final int PAGE_BYTES = 8192;
  private static final long MIN_BUFFERS = 16;
  static final int CONNECTIONS = Pool.MAX_CONNECTIONS + 12;

  /**
   * A quarter of the memory becomes shared_buffers, the rest is the system's page cache.
   *
   * @see <a
   *     href="https://www.postgresql.org/docs/current/runtime-config-resource.html">shared_buffers</a>
   */
  private static final ServerMemory MEMORY =
      new ServerMemory(0.25, MIN_BUFFERS * PAGE_BYTES, 2L << 20);

  /** For {@link java.util.ServiceLoader}. */
  public PostgresqlEngine() {
    this(Candidate.of(RELEASE.engine()));
  }

  private PostgresqlEngine(Candidate candidate) {
    super(candidate, Set.of("postgresql"), () -> ServerDistribution.ofUser(RELEASE));
  }

  @Override
  public void requireDriver(String driver) {
    if (!driver.equals(DEFAULT_DRIVER)) {
      throw new IllegalArgumentException(
          "invalid driver '%s' for PostgreSQL (expected %s)".formatted(driver, DEFAULT_DRIVER));
    }
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.SERVER).serverMemory(MEMORY);
  }

  /** Options are parameters of the server, which checks them. */
  @Override
  public StorageEngine as(Candidate candidate) {
    return new PostgresqlEngine(candidate);
  }

  @Override
  protected Availability availability(ExternalServer server) {
    try (PostgresqlBackend found = PostgresqlBackend.of(name(), server)) {
      String version = found.requireRights();
      return new Availability.Available(server.credentials().scrub(version), server.url());
    }
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    ExternalServer.check(option, value);
    return ExternalServer.isOption(option)
        ? Optional.empty()
        : Condition.of(
            Condition.listed(PostgresqlEngine.class, name()), option, value, any -> true);
  }

  @Override
  protected Server start(Path folder, EngineSettings settings, List<String> launcher)
      throws IOException {
    List<String> parameters = new ArrayList<>();
    parameters.add("--shared_buffers=" + Math.max(MIN_BUFFERS, settings.cacheBytes() / PAGE_BYTES));
    parameters.add("--huge_pages=off");
    parameters.add("--max_connections=" + CONNECTIONS);
    if (settings.durability() != Durability.SYNC) {
      parameters.add("--fsync=off");
    }
    if (settings.durability() == Durability.NONE) {
      parameters.add("--synchronous_commit=off");
    }
    settings.options().forEach((name, value) -> parameters.add("--%s=%s".formatted(name, value)));
    return PostgresqlBackend.of(
        name(),
        PostgresqlServer.start(
            servers.get().provideWithoutFetching(),
            folder,
            ServerOptions.of(parameters).withLauncher(launcher)),
        settings);
  }

  @Override
  protected Server connect(ExternalServer server) {
    return PostgresqlBackend.of(name(), server);
  }
}
