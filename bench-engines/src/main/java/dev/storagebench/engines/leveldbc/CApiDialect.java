package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a family of libraries does in a way of its own, over one loaded library. */
sealed interface CApiDialect permits LevelDbFamily, RocksDbFamily {

  /** The functions that both have. */
  CommonCalls calls();

  /** The library's version. */
  String version();

  /** Sets all that is not common. */
  void configure(long options, EngineSettings asked, Handles handles);

  /**
   * Sets a candidate's own options.
   *
   * @return the options with them
   */
  long withOptions(long options, Map<String, String> own, Handles handles, OutParams results);

  /** Sets the promise of a write. */
  void promise(long writeOptions, Durability durability);

  /** Reports on all settings. */
  void report(EngineSettings asked, SettingsReport report);

  /** Reads a value on the terms of {@link dev.storagebench.core.engine.Session#get}. */
  int get(long db, long readOptions, ByteBuffer key, ByteBuffer into, OutParams results);

  /** Lets an iterator see all keys, also where a candidate divides them by a prefix. */
  void readAllKeys(long readOptions);

  /** Moves an iterator to the last key that is not after the given one. */
  void seekBack(long iterator, ByteBuffer from, OutParams results);

  /** Writes all to stable storage and waits for compactions. */
  Store.Settling settle(CStore store, Duration atMost);

  /** The properties that {@link Store#stats} shows; their values are numbers. */
  List<String> properties();

  /** The number of a codec, which is the same in both families. */
  static int codec(Compression compression) {
    return switch (compression) {
      case NONE -> 0;
      case SNAPPY -> 1;
      case LZ4 -> 4;
      case ZSTD -> 7;
    };
  }
}
