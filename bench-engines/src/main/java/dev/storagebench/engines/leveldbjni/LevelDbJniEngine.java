package dev.storagebench.engines.leveldbjni;

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
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import org.fusesource.leveldbjni.JniDBFactory;

/** LevelDB with its library in the JAR, over leveldbjni. */
public final class LevelDbJniEngine implements StorageEngine {

  @Override
  public String name() {
    return "leveldbjni";
  }

  @Override
  public Availability availability() {
    try {
      return new Availability.Available(
          JniDBFactory.VERSION, "leveldbjni-all " + JniDBFactory.VERSION);
    } catch (RuntimeException | LinkageError e) {
      return new Availability.Unsupported(
          "the native library in leveldbjni-all does not load: " + e.getMessage(), "");
    }
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("org.fusesource.leveldbjni:leveldbjni-all");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(LevelDbJniStore.CONDITIONS, option, value);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheLocation.NATIVE,
        true,
        EnumSet.of(Compression.NONE, Compression.SNAPPY),
        EnumSet.of(Durability.PROCESS, Durability.SYNC));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    return new LevelDbJniStore(folder, settings);
  }
}
