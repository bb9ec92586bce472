package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.DependencyVersion;
import dev.storagebench.engines.RocksDbNames;
import java.nio.file.Path;
import java.util.Map;
import org.rocksdb.RocksDB;

/** RocksDB, a log-structured merge tree in C++, over RocksJava. */
public final class RocksDbEngine extends EmbeddedEngine {

  public RocksDbEngine() {
    super("rocksdb", "org.rocksdb:rocksdbjni");
  }

  @Override
  protected String library() {
    return DependencyVersion.library("rocksdbjni", RocksDB.class);
  }

  @Override
  protected String version() {
    RocksDB.loadLibrary();
    return String.valueOf(RocksDB.rocksdbVersion());
  }

  @Override
  protected Map<Condition, String> conditions() {
    return RocksDbNames.CONDITIONS;
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.NATIVE).compressions(Compression.values());
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    RocksDB.loadLibrary();
    return new RocksDbStore(folder, settings);
  }
}
