package dev.storagebench.engines.leveldbc;

import dev.storagebench.engines.library.SystemLibrary;

/** The system's own RocksDB over its C interface, for the versions and builds that have no JAR. */
public final class RocksDbCEngine extends CEngine {

  public RocksDbCEngine() {
    super(Kind.ROCKSDB, new SystemLibrary("rocksdb-c", "rocksdb", "apt-get install librocksdb7.8"));
  }
}
