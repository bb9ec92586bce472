package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** WiredTiger, the B-tree behind MongoDB, in a library of the system. */
public final class WiredTigerEngine implements StorageEngine {
  private static final String REMEDY = "apt-get install libwiredtiger0";

  private final SystemLibrary library;

  public WiredTigerEngine() {
    this(new SystemLibrary("wiredtiger", "wiredtiger", REMEDY));
  }

  private WiredTigerEngine(SystemLibrary library) {
    this.library = library;
  }

  @Override
  public String name() {
    return library.engine();
  }

  @Override
  public Availability availability() {
    Optional<Path> file = library.file();
    if (file.isEmpty()) {
      return library.missing();
    }
    try {
      return new Availability.Available(
          new WiredTigerLibrary(file.get()).version(), library.describe(file.get()));
    } catch (EngineException | LinkageError e) {
      return new Availability.Unsupported(String.valueOf(e.getMessage()), "");
    }
  }

  @Override
  public Optional<String> exclusionReason() {
    return library.file().isPresent() ? Optional.empty() : Optional.of(library.missing().message());
  }

  /** The extension with a codec, a library of its own: beside WiredTiger's, or installed. */
  private Optional<Path> extension(Compression codec) {
    if (codec == Compression.NONE) {
      return Optional.empty();
    }
    String name = "wiredtiger_" + codec.name().toLowerCase(Locale.ROOT);
    return library
        .file()
        .map(file -> file.resolveSibling("lib" + name + ".so"))
        .filter(Files::isRegularFile)
        .or(() -> new SystemLibrary(name(), name, REMEDY).file());
  }

  private boolean hasTransactions() {
    try {
      return library
          .file()
          .map(file -> new WiredTigerLibrary(file).layout().hasTransactions())
          .orElse(false);
    } catch (EngineException | LinkageError e) {
      // What is wrong with it, availability() says.
      return false;
    }
  }

  @Override
  public StorageEngine as(Candidate candidate) {
    StorageEngine.super.as(candidate);
    return new WiredTigerEngine(library.of(candidate));
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(WiredTigerOptions.CONDITIONS, option, value);
  }

  @Override
  public Capabilities capabilities() {
    Set<Compression> codecs = EnumSet.of(Compression.NONE);
    for (Compression codec : Compression.values()) {
      if (extension(codec).isPresent()) {
        codecs.add(codec);
      }
    }
    Capabilities all = Capabilities.cachingIn(CacheLocation.NATIVE).compressions(codecs);
    return hasTransactions() ? all : all.without(Capabilities.Feature.BATCHES);
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    capabilities().require(name(), settings);
    Path file = library.file().orElseThrow(() -> new EngineException(library.missing().message()));
    return new WiredTigerStore(
        folder, new WiredTigerLibrary(file), settings, extension(settings.compression()));
  }
}
