package dev.storagebench.engines.lmdb;

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
import org.lmdbjava.Meta;

/** LMDB, a copy-on-write B+ tree in a memory map, over LMDBJava. */
public final class LmdbEngine extends EmbeddedEngine {

  public LmdbEngine() {
    super("lmdb", "org.lmdbjava:lmdbjava");
  }

  @Override
  protected String library() {
    return DependencyVersion.library("lmdbjava", Meta.class);
  }

  @Override
  protected String version() {
    Meta.Version version = Meta.version();
    return "%d.%d.%d".formatted(version.major, version.minor, version.patch);
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.DURABILITY, "MDB_NOSYNC|MDB_NOMETASYNC|MDB_MAPASYNC",
        Condition.STORE, "MDB_RDONLY_ENV|MDB_NOSUBDIR|MDB_NOTLS|MDB_NOLOCK|MDB_FIXEDMAP");
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.PAGE_CACHE)
        .durabilities(Durability.PROCESS, Durability.SYNC);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new LmdbStore(folder, settings);
  }
}
