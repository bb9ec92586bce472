package dev.storagebench.engines.je;

import com.sleepycat.je.JEVersion;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.HeapCache;
import java.nio.file.Path;
import java.util.Map;

/** Berkeley DB Java Edition, a B+ tree of Java objects over an append-only log. */
public final class JeEngine extends EmbeddedEngine {

  public JeEngine() {
    super("je", "com.sleepycat:je");
  }

  @Override
  protected String library() {
    return "je " + JEVersion.CURRENT_VERSION.getNumericVersionString();
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.CACHE, "je.maxMemory|je.maxMemoryPercent|je.maxOffHeapMemory|je.sharedCache",
        Condition.DURABILITY, "je.txn.durability|je.log.memOnly|je.env.isTransactional",
        Condition.STORE, "je.env.isReadOnly|je.env.isLocking");
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.HEAP);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new JeStore(folder, settings, HeapCache.of(settings));
  }
}
