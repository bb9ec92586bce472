package dev.storagebench.engines.xodus;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.DependencyVersion;
import dev.storagebench.engines.HeapCache;
import java.nio.file.Path;
import java.util.Map;
import jetbrains.exodus.env.EnvironmentImpl;

/** JetBrains Xodus, a copy-on-write B+ tree in an append-only log with snapshots for readers. */
public final class XodusEngine extends EmbeddedEngine {

  public XodusEngine() {
    super("xodus", "org.jetbrains.xodus:xodus-environment");
  }

  @Override
  protected String library() {
    return DependencyVersion.library("xodus-environment", EnvironmentImpl.class);
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.CACHE, "exodus.memoryUsage|exodus.memoryUsagePercentage|exodus.log.cache.shared",
        Condition.BLOCK, "exodus.log.cache.pageSize",
        Condition.DURABILITY, "exodus.log.durableWrite",
        Condition.STORE, "exodus.env.isReadonly|exodus.cipher.*|exodus.log.readerWriterProvider");
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.HEAP)
        .durabilities(Durability.PROCESS, Durability.SYNC);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new XodusStore(folder, settings, HeapCache.of(settings));
  }
}
