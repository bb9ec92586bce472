package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.sql.server.MysqlDistribution;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * MySQL's InnoDB over JDBC.
 *
 * <p>Without system property {@code storagebench.jdbc.url}, each store is a server of its own on
 * the store's folder. With it, each store is a table on that server, and the folder only names it.
 */
public final class MysqlEngine implements StorageEngine {
  /** For {@link java.util.ServiceLoader}. */
  public MysqlEngine() {}

  /**
   * Refuses a URL that carries a user or a password.
   *
   * @throws EngineException which does not repeat the URL
   */
  public static void refuseSecrets(String url) {
    ExternalServer.refuseSecrets(url);
  }

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public Availability availability() {
    try {
      Optional<ExternalServer> external = external();
      return external.isEmpty()
          ? MysqlDistribution.ofUser().availability()
          : availability(external.get());
    } catch (EngineException e) {
      return new Availability.Unsupported(String.valueOf(e.getMessage()), "");
    }
  }

  @Override
  public Optional<String> staysOut() {
    if (external().isPresent()) {
      return Optional.empty();
    }
    return switch (MysqlDistribution.ofUser().whereabouts()) {
      case UNPACKED, ARCHIVED -> Optional.empty();
      case ABSENT -> Optional.of("not fetched yet; --with mysql fetches it, 553 MB, once");
      case UNPUBLISHED ->
          Optional.of("no MySQL is published for this machine; --jdbc-url names one");
    };
  }

  private static Availability availability(ExternalServer server) {
    try (Pool pool = server.connect()) {
      return new Availability.Available(pool.row("SELECT VERSION()").get(0), server.url());
    } catch (SQLException e) {
      throw SqlFailure.of("SELECT VERSION()", e);
    }
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheHome.SERVER,
        true,
        Set.of(Compression.NONE),
        EnumSet.allOf(Durability.class));
  }

  @Override
  public Store open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    try {
      Optional<ExternalServer> external = external();
      if (external.isPresent()) {
        refuseLimit(settings);
        return ExternalStore.open(folder, external.get(), settings);
      }
      if (ExternalTable.isNotedIn(folder)) {
        throw new EngineException(
            "mysql: the store in %s is a table on another server; name that with -D%s"
                .formatted(folder, ExternalServer.URL_PROPERTY));
      }
      Path base = MysqlDistribution.ofUser().provideWithoutFetching();
      List<String> launcher =
          System.getProperty(ForkMemory.SERVER_LAUNCHER_PROPERTY, "").lines().toList();
      return OwnServerStore.open(base, folder, settings, launcher);
    } catch (IOException e) {
      throw new EngineException("mysql: cannot open %s: %s".formatted(folder, e), e);
    }
  }

  private static void refuseLimit(EngineSettings settings) {
    if (settings.memoryBytes() != EngineSettings.UNLIMITED) {
      throw new UnsupportedSettingException(
          "mysql: the memory of a server that is not ours cannot be limited; limit it where it"
              + " runs, and measure it with memory=none");
    }
  }

  @Override
  public void copy(Path from, Path to) throws IOException {
    if (ExternalTable.isNotedIn(from)) {
      ExternalStore.copy(from, to, externalThatIsNoted(from));
    } else {
      StorageEngine.super.copy(from, to);
    }
  }

  @Override
  public void delete(Path folder) throws IOException {
    if (ExternalTable.isNotedIn(folder)) {
      ExternalStore.drop(folder, externalThatIsNoted(folder));
    }
    StorageEngine.super.delete(folder);
  }

  private static Optional<ExternalServer> external() {
    return ExternalServer.find(System.getProperties(), System.getenv());
  }

  private static ExternalServer externalThatIsNoted(Path folder) {
    return external()
        .orElseThrow(
            () ->
                new EngineException(
                    "mysql: the store in %s is a table on another server; name that with -D%s"
                        .formatted(folder, ExternalServer.URL_PROPERTY)));
  }
}
