package dev.storagebench.engines.mvstore;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import java.nio.file.Path;
import java.util.Map;
import org.h2.engine.Constants;

/** H2's MVStore, a copy-on-write B+ tree of Java objects in a log-structured file. */
public final class MvStoreEngine extends EmbeddedEngine {

  /** For {@link java.util.ServiceLoader}. */
  public MvStoreEngine() {
    super("mvstore", "com.h2database:h2");
  }

  @Override
  protected String library() {
    return "h2 " + Constants.VERSION;
  }

  @Override
  protected Map<Condition, String> conditions() {
    return OpenMvStore.CONDITIONS;
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.HEAP).without(Capabilities.Feature.BATCHES);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new OpenMvStore(folder, settings);
  }
}
