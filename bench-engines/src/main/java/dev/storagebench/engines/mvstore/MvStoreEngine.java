package dev.storagebench.engines.mvstore;

import static dev.storagebench.core.engine.Capabilities.Feature.BATCHES;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.HeapCache;
import java.nio.file.Path;
import java.util.Map;
import org.h2.engine.Constants;

/** H2's MVStore, a copy-on-write B+ tree of Java objects in a log-structured file. */
public final class MvStoreEngine extends EmbeddedEngine {

  public MvStoreEngine() {
    super("mvstore", "com.h2database:h2");
  }

  @Override
  protected String library() {
    return "h2 " + Constants.VERSION;
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.CACHE, "cacheSize",
        Condition.WRITE_BUFFER, "autoCommitBufferSize",
        Condition.BLOCK, "pageSplitSize",
        Condition.COMPRESSION, "compress|compressHigh",
        Condition.DURABILITY, "autoCommitDisabled",
        Condition.STORE, "readOnly|recoveryMode|storeVersion");
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.HEAP).without(BATCHES);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new OpenMvStore(folder, settings, HeapCache.of(settings));
  }
}
