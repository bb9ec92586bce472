package dev.storagebench.engines.xodus;

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
import jetbrains.exodus.env.EnvironmentImpl;

/** JetBrains Xodus, a copy-on-write B+ tree in an append-only log with snapshots for readers. */
public final class XodusEngine implements StorageEngine {
  @Override
  public String name() {
    return "xodus";
  }

  @Override
  public Availability availability() {
    return DependencyVersion.available("xodus-environment", EnvironmentImpl.class);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("org.jetbrains.xodus:xodus-environment");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(XodusStore.CONDITIONS, option, value);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheLocation.HEAP,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.of(Durability.PROCESS, Durability.SYNC));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    return new XodusStore(folder, settings);
  }
}
