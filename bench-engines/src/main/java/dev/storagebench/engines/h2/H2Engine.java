package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import java.nio.file.Path;
import java.util.Map;
import org.h2.engine.Constants;

/** The H2 database in this process: SQL over the same MVStore that {@code mvstore} uses bare. */
public final class H2Engine extends EmbeddedEngine {

  /** For {@link java.util.ServiceLoader}. */
  public H2Engine() {
    super("h2", "com.h2database:h2");
  }

  @Override
  protected String library() {
    return "h2 " + Constants.VERSION;
  }

  @Override
  protected Map<Condition, String> conditions() {
    return H2Store.CONDITIONS;
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.HEAP);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new H2Store(folder, settings);
  }
}
