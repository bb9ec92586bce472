package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store;
import dev.storagebench.engines.RocksDbNames;
import dev.storagebench.engines.library.LoadedLibrary;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** RocksDB and its forks. */
final class RocksDbFamily implements CApiDialect {
  static final String PREFIX = "rocksdb";

  private static final String OPTIONS =
      "https://github.com/facebook/rocksdb/blob/main/include/rocksdb/options.h";

  private final String engine;
  private final String version;
  private final CommonCalls calls;
  private final RocksDbCalls own;

  RocksDbFamily(String engine, LoadedLibrary library) {
    this.engine = engine;
    // The C interface does not tell it in all releases.
    this.version = SystemLibrary.versionOf(library.file()).orElse("unknown");
    this.calls = library.calls(CommonCalls.class);
    this.own = library.calls(RocksDbCalls.class);
  }

  @Override
  public CommonCalls calls() {
    return calls;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public void configure(long options, EngineSettings asked, Handles handles) {
    long table = handles.own(own.blockBasedOptionsCreate(), own::blockBasedOptionsDestroy);
    own.blockBasedOptionsSetBlockSize(table, asked.blockBytes());
    own.blockBasedOptionsSetBlockCache(
        table, handles.own(calls.cacheCreateLru(asked.cacheBytes()), calls::cacheDestroy));
    if (asked.bloomBitsPerKey() > 0) {
      int bits = asked.bloomBitsPerKey();
      own.blockBasedOptionsSetFilterPolicy(table, own.filterpolicyCreateBloom(bits, bits));
    }
    own.optionsSetBlockBasedTableFactory(options, table);
    own.optionsSetKeepLogFileNum(options, 1);
  }

  @Override
  public long withOptions(
      long options, Map<String, String> own, Handles handles, OutParams results) {
    if (own.isEmpty()) {
      return options;
    }
    String text =
        own.entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining(";"));
    long both = handles.own(calls.optionsCreate(), calls::optionsDestroy);
    this.own.getOptionsFromString(options, text, both, results.error());
    results.check("set the options " + text);
    return both;
  }

  @Override
  public void promise(long writeOptions, Durability durability) {
    calls.writeoptionsSetSync(writeOptions, (byte) (durability == Durability.SYNC ? 1 : 0));
    own.writeoptionsDisableWal(writeOptions, durability == Durability.NONE ? 1 : 0);
  }

  @Override
  public void report(EngineSettings asked, SettingsReport report) {
    report
        .honoured("cacheBytes", asked.cacheBytes(), "block_cache, LRU")
        .honoured("writeBufferBytes", asked.writeBufferBytes(), "write_buffer_size")
        .honoured("blockBytes", asked.blockBytes(), "block_size")
        .honoured("compression", asked.compression(), "compression")
        .honoured(
            "durability",
            asked.durability(),
            switch (asked.durability()) {
              case NONE -> "disableWAL=true";
              case PROCESS -> "WAL, written to the file system with each put, sync=false";
              case SYNC -> "WAL, sync=true";
            })
        .honoured("bloomBitsPerKey", asked.bloomBitsPerKey(), "filter_policy, " + OPTIONS)
        .own("keep_log_file_num", 1, "each opening would leave an information log in the store");
  }

  /** By a pinned slice, which is copied once; {@code rocksdb_get} copies twice. */
  @Override
  public int get(long db, long readOptions, ByteBuffer key, ByteBuffer into, OutParams results) {
    long slice =
        own.getPinned(db, readOptions, Addresses.of(key), key.remaining(), results.error());
    if (slice == 0) {
      results.check("get");
      return Session.MISSING;
    }
    try {
      long value = own.pinnablesliceValue(slice, results.length());
      return Addresses.copy(engine, value, results.lengthValue(), into);
    } finally {
      own.pinnablesliceDestroy(slice);
    }
  }

  @Override
  public void readAllKeys(long readOptions) {
    own.readoptionsSetTotalOrderSeek(readOptions, (byte) 1);
  }

  @Override
  public void seekBack(long iterator, ByteBuffer from, OutParams results) {
    own.iterSeekForPrev(iterator, Addresses.of(from), from.remaining());
  }

  @Override
  public Store.Settling settle(CStore store, Duration atMost) {
    try (Handles handles = new Handles();
        OutParams results = new OutParams(engine, calls)) {
      long flush = handles.own(own.flushoptionsCreate(), own::flushoptionsDestroy);
      own.flushoptionsSetWait(flush, (byte) 1);
      own.flush(store.db(), flush, results.error());
      results.check("flush");
    }
    return Polling.until(
        atMost, "flush, then no flush or compaction running or pending", () -> idle(store));
  }

  /** A property that a fork does not have counts as zero. */
  private static boolean idle(CStore store) {
    return RocksDbNames.BUSY.stream()
        .allMatch(name -> store.property(name).map("0"::equals).orElse(true));
  }

  @Override
  public List<String> properties() {
    return RocksDbNames.ALL;
  }
}
