package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import java.util.EnumSet;
import org.sqlite.SQLiteJDBCLoader;

/** SQLite, a B-tree in one file with a write-ahead log, over Xerial's JDBC driver. */
public final class SqliteEngine implements StorageEngine {

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  // The driver's loader declares Exception.
  @SuppressWarnings("CatchingUnchecked")
  public Availability availability() {
    try {
      SQLiteJDBCLoader.initialize();
    } catch (Exception | LinkageError e) {
      return new Availability.Unsupported(
          "the native library in sqlite-jdbc does not load: " + e.getMessage(), "");
    }
    String driver = DependencyVersion.of("sqlite-jdbc");
    // The driver is numbered as the library in it, with its own revision behind the last dot.
    return new Availability.Available(
        driver.replaceFirst("^(\\d+\\.\\d+\\.\\d+)\\..*", "$1"), "sqlite-jdbc " + driver);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheHome.NATIVE,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.of(Durability.PROCESS, Durability.SYNC));
  }

  @Override
  public Store open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    return new SqliteStore(folder, settings);
  }
}
