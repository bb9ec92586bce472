package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import java.util.Map;
import org.fusesource.leveldbjni.JniDBFactory;

/** LevelDB with its library in the JAR, over leveldbjni. */
public final class LevelDbJniEngine extends EmbeddedEngine {

  public LevelDbJniEngine() {
    super("leveldbjni", "org.fusesource.leveldbjni:leveldbjni-all");
  }

  @Override
  protected String library() {
    return DependencyVersion.library("leveldbjni-all", JniDBFactory.class);
  }

  @Override
  protected String version() {
    return JniDBFactory.VERSION;
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.CACHE, "cacheSize",
        Condition.WRITE_BUFFER, "writeBufferSize",
        Condition.BLOCK, "blockSize",
        Condition.STORE, "createIfMissing|errorIfExists");
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.NATIVE)
        .compressions(Compression.NONE, Compression.SNAPPY)
        .durabilities(Durability.PROCESS, Durability.SYNC);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new LevelDbJniStore(folder, settings);
  }
}
