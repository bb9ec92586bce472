package dev.storagebench.engines.mapdb;

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
import org.mapdb.DBMaker;

/**
 * MapDB's unordered map, a hash trie over a memory-mapped file: what its users take when they need
 * no scans.
 */
public final class MapDbHashEngine implements StorageEngine {
  @Override
  public String name() {
    return "mapdb-hash";
  }

  @Override
  public Availability availability() {
    return DependencyVersion.available("mapdb", DBMaker.class);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("org.mapdb:mapdb");
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(MapDbStore.CONDITIONS, option, value);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        false,
        false,
        CacheLocation.PAGE_CACHE,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.of(Durability.NONE));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    SettingsReport.refuse(name(), settings.durability(), Durability.NONE);
    return new MapDbStore(folder, settings, MapDbStore.Kind.HASH);
  }
}
