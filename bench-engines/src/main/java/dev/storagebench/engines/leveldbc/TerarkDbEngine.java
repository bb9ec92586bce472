package dev.storagebench.engines.leveldbc;

import dev.storagebench.engines.library.SystemLibrary;

/** TerarkDB, a fork of RocksDB that separates large values and compresses them by dictionaries. */
public final class TerarkDbEngine extends CEngine {

  public TerarkDbEngine() {
    super(
        Kind.ROCKSDB,
        new SystemLibrary("terarkdb", "terarkdb", "build https://github.com/bytedance/terarkdb"));
  }
}
