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
 * MapDB's ordered map, a B+ tree of Java objects over a memory-mapped file. Its unordered sibling
 * is {@link MapDbHashEngine}.
 */
public final class MapDbEngine extends EmbeddedEngine {

  /** For {@link java.util.ServiceLoader}. */
  public MapDbEngine() {
    super("mapdb", "org.mapdb:mapdb");
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
        .without(Capabilities.Feature.BATCHES)
        .durabilities(Durability.NONE);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new MapDbStore(folder, settings, MapDbStore.Kind.TREE);
  }
}
