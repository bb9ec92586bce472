package dev.storagebench.engines.xodus;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import java.nio.file.Path;
import java.util.EnumSet;

/** JetBrains Xodus, a copy-on-write B+ tree in an append-only log with snapshots for readers. */
public final class XodusEngine implements StorageEngine {
  // Its jar says so in a manifest that is lost where jars are merged.
  private static final String VERSION = "2.0.1";

  @Override
  public String name() {
    return "xodus";
  }

  @Override
  public Availability availability() {
    return new Availability.Available(VERSION, "xodus-environment " + VERSION);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        true,
        true,
        CacheHome.HEAP,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.of(Durability.PROCESS, Durability.SYNC));
  }

  @Override
  public Store open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    return new XodusStore(folder, settings);
  }
}
