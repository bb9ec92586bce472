package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store;
import dev.storagebench.engines.library.LoadedLibrary;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** LevelDB and HyperLevelDB. */
final class LevelDbFamily implements CApiDialect {
  static final String PREFIX = "leveldb";

  private static final String DOCUMENTATION =
      "https://github.com/google/leveldb/blob/main/doc/index.md";
  private static final int LEVELS = 7;
  private static final int DEFAULT_OPEN_FILES = 1000;
  // Files have 2 MiB; a store in compaction has more than its data needs.
  private static final long DATA_BYTES_A_FILE = 1L << 20;

  private final String engine;
  private final CommonCalls calls;
  private final LevelDbCalls own;

  LevelDbFamily(String engine, LoadedLibrary library) {
    this.engine = engine;
    this.calls = library.calls(CommonCalls.class);
    this.own = library.calls(LevelDbCalls.class);
  }

  @Override
  public CommonCalls calls() {
    return calls;
  }

  @Override
  public String version() {
    return own.majorVersion() + "." + own.minorVersion();
  }

  private static int openFiles(EngineSettings asked) {
    long files = asked.expected().rawBytes() / DATA_BYTES_A_FILE;
    return (int) Math.max(DEFAULT_OPEN_FILES, Math.min(files, 1 << 20));
  }

  @Override
  public void configure(long options, EngineSettings asked, Handles handles) {
    own.optionsSetBlockSize(options, asked.blockBytes());
    own.optionsSetCache(
        options, handles.own(calls.cacheCreateLru(asked.cacheBytes()), calls::cacheDestroy));
    calls.optionsSetMaxOpenFiles(options, openFiles(asked));
    if (asked.bloomBitsPerKey() > 0) {
      own.optionsSetFilterPolicy(
          options,
          handles.own(
              own.filterpolicyCreateBloom(asked.bloomBitsPerKey()), own::filterpolicyDestroy));
    }
  }

  @Override
  public long withOptions(
      long options, Map<String, String> own, Handles handles, OutParams results) {
    EngineException.refuseAll(engine, own.keySet());
    return options;
  }

  @Override
  public void promise(long writeOptions, Durability durability) {
    calls.writeoptionsSetSync(writeOptions, (byte) (durability == Durability.SYNC ? 1 : 0));
  }

  @Override
  public void report(EngineSettings asked, SettingsReport report) {
    report
        .honoured(
            "cacheBytes",
            asked.cacheBytes(),
            asked.compression() == Compression.NONE
                ? "cache; blocks of the first 1,000 files are read from a memory map and, without"
                    + " compression, never enter it: the page cache holds them"
                : "cache")
        .honoured("writeBufferBytes", asked.writeBufferBytes(), "write_buffer_size")
        .honoured("blockBytes", asked.blockBytes(), "block_size")
        .honoured("compression", asked.compression(), "compression");
    switch (asked.durability()) {
      case NONE ->
          report.replaced(
              "durability",
              Durability.PROCESS,
              "sync=false, the default: each write is handed to the system; there is no way to do"
                  + " without the log");
      case PROCESS ->
          report.honoured(
              "durability", Durability.PROCESS, "sync=false: the log, written to the file system");
      case SYNC -> report.honoured("durability", Durability.SYNC, "sync=true");
    }
    report.honoured(
        "bloomBitsPerKey", asked.bloomBitsPerKey(), "filter_policy, a filter for each 2 KiB");
    if (openFiles(asked) != DEFAULT_OPEN_FILES) {
      report.own(
          "max_open_files",
          openFiles(asked),
          "the data has more than the default's 1,000 files, each opened anew for a read: "
              + DOCUMENTATION);
    }
  }

  @Override
  public int get(long db, long readOptions, ByteBuffer key, ByteBuffer into, OutParams results) {
    long value =
        calls.get(
            db, readOptions, Addresses.of(key), key.remaining(), results.length(), results.error());
    if (value == 0) {
      results.check("get");
      return Session.MISSING;
    }
    try {
      return Addresses.copy(engine, value, results.lengthValue(), into);
    } finally {
      calls.free(value);
    }
  }

  @Override
  public void readAllKeys(long readOptions) {}

  @Override
  public void seekBack(long iterator, ByteBuffer from, OutParams results) {
    calls.iterSeek(iterator, Addresses.of(from), from.remaining());
    if (calls.iterValid(iterator) == 0) {
      calls.iterSeekToLast(iterator);
      return;
    }
    long key = calls.iterKey(iterator, results.length());
    if (KeyOrder.compare(Addresses.view(key, results.lengthValue()), from) > 0) {
      calls.iterPrev(iterator);
    }
  }

  /**
   * LevelDB tells nobody whether it compacts. So all is compacted on demand, which returns when it
   * is done, and then the list of files has to stay the same for a second: a level that has grown
   * beyond its size meanwhile is compacted file by file.
   */
  @Override
  public Store.Settling settle(CStore store, Duration atMost) {
    long start = System.nanoTime();
    own.compactRange(store.db(), 0, 0, 0, 0);
    Duration compacting = Duration.ofNanos(System.nanoTime() - start);
    StableFileList files =
        new StableFileList(() -> store.property(StableFileList.PROPERTY).orElse(""));
    Store.Settling rest =
        Polling.until(
            atMost.minus(compacting),
            "compact_range over all keys, then the same files (leveldb.sstables) for a second",
            files::last);
    return new Store.Settling(rest.idle(), rest.waited().plus(compacting), rest.how());
  }

  @Override
  public List<String> properties() {
    return IntStream.range(0, LEVELS).mapToObj(i -> "leveldb.num-files-at-level" + i).toList();
  }
}
