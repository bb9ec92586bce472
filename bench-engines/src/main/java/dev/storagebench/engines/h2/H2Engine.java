package dev.storagebench.engines.h2;

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
import org.h2.engine.Constants;

/** The H2 database in this process: SQL over the same MVStore that {@code mvstore} uses bare. */
public final class H2Engine implements StorageEngine {

  @Override
  public String name() {
    return "h2";
  }

  @Override
  public Availability availability() {
    return new Availability.Available(Constants.VERSION, "h2 " + Constants.VERSION);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("com.h2database:h2");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(H2Store.CONDITIONS, option, value);
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
    return new H2Store(folder, settings);
  }
}
