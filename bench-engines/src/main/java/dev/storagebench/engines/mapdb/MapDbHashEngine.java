package dev.storagebench.engines.mapdb;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import java.util.Map;
import org.mapdb.DBMaker;

/**
 * MapDB's unordered map, a hash trie over a memory-mapped file: what its users take when they need
 * no scans.
 */
public final class MapDbHashEngine extends EmbeddedEngine {

  /** For {@link java.util.ServiceLoader}. */
  public MapDbHashEngine() {
    super("mapdb-hash", "org.mapdb:mapdb");
  }

  @Override
  protected String library() {
    return DependencyVersion.library("mapdb", DBMaker.class);
  }

  @Override
  protected Map<Condition, String> conditions() {
    return MapDbStore.CONDITIONS;
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.PAGE_CACHE)
        .without(Capabilities.Feature.SCANS, Capabilities.Feature.BATCHES)
        .durabilities(Durability.NONE);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new MapDbStore(folder, settings, MapDbStore.Kind.HASH);
  }
}
