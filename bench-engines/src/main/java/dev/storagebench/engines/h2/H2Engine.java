package dev.storagebench.engines.h2;

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

/** The H2 database in this process: SQL over the same MVStore that {@code mvstore} uses bare. */
public final class H2Engine extends EmbeddedEngine {

  public H2Engine() {
    super("h2", "com.h2database:h2");
  }

  @Override
  protected String library() {
    return "h2 " + Constants.VERSION;
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.CACHE, "CACHE_SIZE|CACHE_TYPE",
        Condition.BLOCK, "PAGE_SIZE",
        Condition.COMPRESSION, "COMPRESS",
        Condition.DURABILITY, "WRITE_DELAY|LOCK_MODE|LOG|AUTOCOMMIT",
        Condition.STORE,
            "INIT|USER|PASSWORD|CIPHER|ACCESS_MODE_DATA|AUTO_SERVER.*|AUTO_RECONNECT|IFEXISTS|FORBID_CREATION|FILE_LOCK|EXCLUSIVE|DB_CLOSE_DELAY|DB_CLOSE_ON_EXIT|DATABASE_EVENT_LISTENER|AUTHREALM|AUTHENTICATOR|MV_STORE");
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.HEAP);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new H2Store(folder, settings, HeapCache.of(settings));
  }
}
