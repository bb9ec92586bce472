package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.RocksDbNames;
import dev.storagebench.engines.library.LoadedLibrary;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An engine behind LevelDB's or RocksDB's C interface, in a library of the system or one that a
 * candidate names, for example of a fork of RocksDB: {@code
 * terarkdb=rocksdb-c{library=/opt/libterarkdb.so}}.
 */
sealed class CEngine implements StorageEngine
    permits LevelDbEngine, HyperLevelDbEngine, RocksDbCEngine {

  /** Whose functions the library has. */
  enum Kind {
    LEVELDB,
    ROCKSDB
  }

  private final Kind kind;
  private final SystemLibrary library;

  CEngine(Kind kind, SystemLibrary library) {
    this.kind = kind;
    this.library = library;
  }

  @Override
  public final String name() {
    return library.engine();
  }

  private CApiDialect load(Path file) {
    return switch (kind) {
      case LEVELDB -> new LevelDbFamily(name(), new LoadedLibrary(file, LevelDbFamily.PREFIX));
      case ROCKSDB -> new RocksDbFamily(name(), new LoadedLibrary(file, RocksDbFamily.PREFIX));
    };
  }

  @Override
  public final Availability availability() {
    Optional<Path> file = library.file();
    if (file.isEmpty()) {
      return library.missing();
    }
    try {
      return new Availability.Available(load(file.get()).version(), library.describe(file.get()));
    } catch (EngineException | LinkageError e) {
      return new Availability.Unsupported(String.valueOf(e.getMessage()), "");
    }
  }

  @Override
  public final Optional<String> exclusionReason() {
    return library.file().isPresent() ? Optional.empty() : Optional.of(library.missing().message());
  }

  @Override
  public final StorageEngine as(Candidate candidate) {
    StorageEngine.super.as(candidate);
    return new CEngine(kind, library.of(candidate));
  }

  @Override
  public final Optional<String> conditionOf(String option, String value) {
    return kind == Kind.ROCKSDB ? RocksDbNames.conditionOf(option, value) : Optional.empty();
  }

  /** The library of Speedb, for one, ends a process that has RocksJava's in it. */
  @Override
  public final boolean requiresOwnProcess() {
    return library.chosen().isPresent();
  }

  @Override
  public final Capabilities capabilities() {
    return switch (kind) {
      case LEVELDB ->
          Capabilities.cachingIn(CacheLocation.NATIVE)
              .compressions(Compression.NONE, Compression.SNAPPY)
              .durabilities(Durability.PROCESS, Durability.SYNC);
      case ROCKSDB ->
          Capabilities.cachingIn(CacheLocation.NATIVE).compressions(Compression.values());
    };
  }

  @Override
  public final KeyValueStore open(Path folder, EngineSettings settings) {
    capabilities().require(name(), settings);
    Path file = library.file().orElseThrow(() -> new EngineException(library.missing().message()));
    return new CStore(name(), folder, load(file), settings);
  }
}
