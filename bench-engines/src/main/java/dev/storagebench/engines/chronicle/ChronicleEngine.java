package dev.storagebench.engines.chronicle;

import static dev.storagebench.core.engine.Capabilities.Feature.BATCHES;
import static dev.storagebench.core.engine.Capabilities.Feature.SCANS;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;

/** Chronicle Map, a hash table of fixed size in a memory map. */
public final class ChronicleEngine extends EmbeddedEngine {

  public ChronicleEngine() {
    super("chronicle", "net.openhft:chronicle-map");
  }

  @Override
  protected String library() {
    return DependencyVersion.library("chronicle-map", ChronicleMap.class);
  }

  @Override
  public Availability availability() {
    if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
      return new Availability.Unsupported(
          "Chronicle Map compiles a class when it opens a file, and this Java has no compiler",
          "run with a JDK");
    }
    if (!Object.class.getModule().isOpen("java.lang", ChronicleEngine.class.getModule())) {
      return new Availability.Unsupported(
          "Chronicle Map defines classes in the package java.lang, which is not open to it",
          "start Java with --add-opens=java.base/java.lang=ALL-UNNAMED");
    }
    return super.availability();
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.PAGE_CACHE)
        .without(SCANS, BATCHES)
        .durabilities(Durability.NONE);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new ChronicleStore(folder, settings);
  }
}
