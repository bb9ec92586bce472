package dev.storagebench.engines.je;

import com.sleepycat.je.JEVersion;
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

/** Berkeley DB Java Edition, a B+ tree of Java objects over an append-only log. */
public final class JeEngine implements StorageEngine {

  @Override
  public String name() {
    return "je";
  }

  @Override
  public Availability availability() {
    String version = JEVersion.CURRENT_VERSION.getNumericVersionString();
    return new Availability.Available(version, "je " + version);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("com.sleepycat:je");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(JeStore.CONDITIONS, option, value);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheLocation.HEAP,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.allOf(Durability.class));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    return new JeStore(folder, settings);
  }
}
