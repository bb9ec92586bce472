package dev.storagebench.engines.leveldbc;

import dev.storagebench.engines.library.SystemLibrary;

/**
 * A fork of RocksDB in a library that the user names, for example TerarkDB: {@code
 * storagebench.library.terarkdb=/path/libterarkdb.so} makes an engine {@code terarkdb}.
 */
final class NamedLibraryEngine extends CEngine {

  NamedLibraryEngine(String engine) {
    super(Kind.ROCKSDB, new SystemLibrary(engine, engine, ""));
  }

  /** The library of Speedb, for one, ends a process that has RocksJava's in it. */
  @Override
  public boolean keepsApart() {
    return true;
  }
}
