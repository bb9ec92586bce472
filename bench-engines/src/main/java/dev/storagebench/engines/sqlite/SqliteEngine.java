package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/** SQLite, a B-tree in one file with a write-ahead log, over Xerial's JDBC driver. */
public final class SqliteEngine implements StorageEngine {

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public Availability availability() {
    try (Connection memory = new SQLiteConfig().createConnection("jdbc:sqlite::memory:")) {
      return new Availability.Available(
          memory.getMetaData().getDatabaseProductVersion(),
          "sqlite-jdbc " + DependencyVersion.of("sqlite-jdbc", SQLiteConfig.class));
    } catch (SQLException | RuntimeException | LinkageError e) {
      return new Availability.Unsupported(
          "the native library in sqlite-jdbc does not load: " + e.getMessage(), "");
    }
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("org.xerial:sqlite-jdbc");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Pragmas.conditionOf(option, value);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheLocation.NATIVE,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.of(Durability.PROCESS, Durability.SYNC));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    return new SqliteStore(folder, settings);
  }
}
