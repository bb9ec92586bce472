package dev.storagebench.engines.leveldbc;

import dev.storagebench.engines.library.SystemLibrary;

/** HyperLevelDB, a fork of LevelDB with more concurrency in writes and compactions. */
public final class HyperLevelDbEngine extends CEngine {

  public HyperLevelDbEngine() {
    super(
        Kind.LEVELDB,
        new SystemLibrary(
            "hyperleveldb", "hyperleveldb", "build https://github.com/rescrv/HyperLevelDB"));
  }
}
