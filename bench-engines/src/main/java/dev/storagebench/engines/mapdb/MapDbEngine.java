package dev.storagebench.engines.mapdb;

import static dev.storagebench.core.engine.Capabilities.Feature.BATCHES;
import static dev.storagebench.core.engine.Capabilities.Feature.SCANS;

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

/** MapDB, with one of its two maps of Java objects over a memory-mapped file. */
sealed class MapDbEngine extends EmbeddedEngine {
  private final boolean ordered;

  private MapDbEngine(String name, boolean ordered) {
    super(name, "org.mapdb:mapdb");
    this.ordered = ordered;
  }

  /** The ordered map, a B+ tree. */
  public static final class Tree extends MapDbEngine {
    public Tree() {
      super("mapdb", /* ordered= */ true);
    }
  }

  /** The unordered map, a hash trie: the usual choice if there are no scans. */
  public static final class Hash extends MapDbEngine {
    public Hash() {
      super("mapdb-hash", /* ordered= */ false);
    }
  }

  @Override
  protected final String library() {
    return DependencyVersion.library("mapdb", DBMaker.class);
  }

  @Override
  protected final Map<Condition, String> conditions() {
    return Map.of(
        Condition.DURABILITY, "transactionEnable|fileSyncDisable",
        Condition.STORE, "readOnly|fileDelete.*|deleteFiles.*|concurrencyDisable|expire.*");
  }

  @Override
  public final Capabilities capabilities() {
    Capabilities both =
        Capabilities.cachingIn(CacheLocation.PAGE_CACHE)
            .without(BATCHES)
            .durabilities(Durability.NONE);
    return ordered ? both : both.without(SCANS);
  }

  @Override
  protected final KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new MapDbStore(name(), ordered, folder, settings);
  }
}
