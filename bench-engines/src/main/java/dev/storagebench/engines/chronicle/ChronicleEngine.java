package dev.storagebench.engines.chronicle;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import net.openhft.chronicle.map.ChronicleMap;

/** Chronicle Map, a hash table of fixed size in a memory map. */
public final class ChronicleEngine implements StorageEngine {
  @Override
  public String name() {
    return "chronicle";
  }

  @Override
  public Availability availability() {
    if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
      return new Availability.Unsupported(
          "Chronicle Map compiles a class when it opens a file, and this Java has no compiler",
          "run with a JDK");
    }
    Module own = ChronicleEngine.class.getModule();
    if (!Object.class.getModule().isOpen("java.lang", own)) {
      return new Availability.Unsupported(
          "Chronicle Map defines classes in the package java.lang, which is not open to it",
          "start Java with --add-opens=java.base/java.lang=ALL-UNNAMED");
    }
    return DependencyVersion.available("chronicle-map", ChronicleMap.class);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("net.openhft:chronicle-map");
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        false,
        false,
        CacheLocation.PAGE_CACHE,
        true,
        EnumSet.of(Compression.NONE),
        EnumSet.of(Durability.NONE));
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    SettingsReport.require(name(), settings.compression(), capabilities().compressions());
    SettingsReport.refuse(name(), settings.durability(), Durability.NONE);
    return new ChronicleStore(folder, settings);
  }
}
