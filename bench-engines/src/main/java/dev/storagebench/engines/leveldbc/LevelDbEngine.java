package dev.storagebench.engines.leveldbc;

import dev.storagebench.engines.library.SystemLibrary;

/** LevelDB, the log-structured merge tree that the others descend from. */
public final class LevelDbEngine extends CEngine {

  public LevelDbEngine() {
    super(Kind.LEVELDB, new SystemLibrary("leveldb", "leveldb", "apt-get install libleveldb1d"));
  }
}
