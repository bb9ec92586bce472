package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.RocksDbNames;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import org.rocksdb.RocksDB;

/** RocksDB, a log-structured merge tree in C++, over RocksJava. */
public final class RocksDbEngine implements StorageEngine {

  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public Availability availability() {
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | LinkageError e) {
      return new Availability.Unsupported(
          "the native library in rocksdbjni does not load: " + e.getMessage(), "");
    }
    String version = String.valueOf(RocksDB.rocksdbVersion());
    return new Availability.Available(version, "rocksdbjni " + version);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("org.rocksdb:rocksdbjni");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return RocksDbNames.conditionOf(option, value);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheLocation.NATIVE,
        true,
        EnumSet.allOf(Compression.class),
        EnumSet.allOf(Durability.class));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    RocksDB.loadLibrary();
    return new RocksDbStore(folder, settings);
  }
}
