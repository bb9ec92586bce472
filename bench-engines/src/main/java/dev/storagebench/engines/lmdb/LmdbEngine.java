package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import org.lmdbjava.Meta;

/** LMDB, a copy-on-write B+ tree in a memory map, over LMDBJava. */
public final class LmdbEngine implements StorageEngine {

  @Override
  public String name() {
    return "lmdb";
  }

  @Override
  public Availability availability() {
    try {
      Meta.Version version = Meta.version();
      return new Availability.Available(
          "%d.%d.%d".formatted(version.major, version.minor, version.patch),
          "lmdbjava " + DependencyVersion.of("lmdbjava", Meta.class));
    } catch (RuntimeException | LinkageError e) {
      return new Availability.Unsupported(
          "the native library in lmdbjava does not load: " + e.getMessage(), "");
    }
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("org.lmdbjava:lmdbjava");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(LmdbStore.CONDITIONS, option, value);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheLocation.PAGE_CACHE,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.of(Durability.PROCESS, Durability.SYNC));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    return new LmdbStore(folder, settings);
  }
}
