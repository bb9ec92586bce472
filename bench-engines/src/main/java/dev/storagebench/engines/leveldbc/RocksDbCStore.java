package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.RocksDbNames;
import dev.storagebench.engines.library.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A store of RocksDB or one of its forks. */
final class RocksDbCStore extends CStore {

  RocksDbCStore(String engine, Path folder, EngineSettings asked, CApi api) {
    super(engine, folder, asked, RocksDbNames.report(asked), api);
  }

  @Override
  void configure(long options, long writeOptions, EngineSettings asked) {
    long table = own(api.blockBasedOptionsCreate(), api::blockBasedOptionsDestroy);
    api.blockBasedOptionsSetBlockSize(table, asked.blockBytes());
    api.blockBasedOptionsSetBlockCache(
        table, own(api.cacheCreateLru(asked.cacheBytes()), api::cacheDestroy));
    int bits = asked.bloomBitsPerKey();
    if (bits > 0) {
      api.blockBasedOptionsSetFilterPolicy(table, api.filterpolicyCreateBloom(bits, bits));
    }
    api.optionsSetBlockBasedTableFactory(options, table);
    api.optionsSetKeepLogFileNum(options, 1);
    api.writeoptionsDisableWal(writeOptions, asked.durability() == Durability.NONE ? 1 : 0);
  }

  @Override
  long withCandidateOptions(long options, Map<String, String> own, OutParams out) {
    if (own.isEmpty()) {
      return options;
    }
    String text =
        own.entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining(";"));
    long both = own(api.optionsCreate(), api::optionsDestroy);
    api.getOptionsFromString(options, text, both, out.error());
    out.check("set the options " + text);
    return both;
  }

  /** By a pinned slice, which is copied once; {@code rocksdb_get} copies twice. */
  @Override
  int get(long readOptions, ByteBuffer key, ByteBuffer into, OutParams out) {
    long slice =
        api.getPinned(db, readOptions, NativeMemory.address(key), key.remaining(), out.error());
    if (slice == 0) {
      out.check("get");
      return Session.MISSING;
    }
    try {
      long value = api.pinnablesliceValue(slice, out.length());
      return NativeMemory.copyValue(engine, value, out.lengthValue(), into);
    } finally {
      api.pinnablesliceDestroy(slice);
    }
  }

  @Override
  void readAllKeys(long readOptions) {
    api.readoptionsSetTotalOrderSeek(readOptions, (byte) 1);
  }

  @Override
  void seekForPrev(long iterator, ByteBuffer from, OutParams out) {
    api.iterSeekForPrev(iterator, NativeMemory.address(from), from.remaining());
  }

  @Override
  protected Settling settleStore(Duration atMost) {
    long flush = api.flushoptionsCreate();
    try (OutParams out = new OutParams()) {
      api.flushoptionsSetWait(flush, (byte) 1);
      api.flush(db, flush, out.error());
      out.check("flush");
    } finally {
      api.flushoptionsDestroy(flush);
    }
    return Polling.until(atMost, RocksDbNames.SETTLING, this::idle);
  }

  /** A property that a fork lacks counts as zero. */
  private boolean idle() {
    return RocksDbNames.BUSY.stream()
        .allMatch(name -> property(name).map("0"::equals).orElse(true));
  }

  @Override
  List<String> properties() {
    return RocksDbNames.PROPERTIES;
  }
}
