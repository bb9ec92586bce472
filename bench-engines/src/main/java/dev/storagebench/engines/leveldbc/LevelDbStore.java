package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.LevelDbSettling;
import dev.storagebench.engines.library.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A store of LevelDB or HyperLevelDB. */
final class LevelDbStore extends CStore {
  private static final String GAPS =
      "sync=false. Even with sync=true a write is acknowledged while earlier ones of other threads"
          + " are still being copied to the log. If kill -9 leaves a gap there, recovery drops the"
          + " rest of the log's 32 KiB block";
  private static final int LEVELS = 7;

  LevelDbStore(String engine, Path folder, EngineSettings asked, CApi api, CEngine.Kind kind) {
    super(engine, folder, asked, report(asked, kind), api, /* recent= */ false);
  }

  private static SettingsReport report(EngineSettings asked, CEngine.Kind kind) {
    boolean hyper = kind == CEngine.Kind.HYPERLEVELDB;
    String cache =
        asked.compression() == Compression.NONE
            ? "cache; the first 1,000 files are memory-mapped, and their uncompressed blocks are"
                + " read from the page cache instead"
            : "cache";
    return new SettingsReport()
        .honoured("cacheBytes", asked.cacheBytes(), cache)
        .honoured("writeBufferBytes", asked.writeBufferBytes(), 4 << 20, "write_buffer_size")
        .honoured("blockBytes", asked.blockBytes(), 4096, "block_size")
        .honoured("compression", asked.compression(), "compression")
        .durability(
            asked.durability(),
            hyper ? Durability.NONE : Durability.PROCESS,
            hyper ? GAPS : "sync=false, the default; the log cannot be switched off",
            "sync=false: the log is written to the file system with each put",
            "sync=true")
        .honoured(
            "bloomBitsPerKey", asked.bloomBitsPerKey(), 0, "filter_policy, a filter per 2 KiB");
  }

  @Override
  void configure(long options, long writeOptions, EngineSettings asked) {
    asked.blockBytes().ifPresent(bytes -> api.optionsSetBlockSize(options, bytes));
    api.optionsSetCache(options, own(api.cacheCreateLru(asked.cacheBytes()), api::cacheDestroy));
    int bits = asked.bloomBitsPerKey().orElse(0);
    if (bits > 0) {
      long policy = api.filterpolicyCreateBloom(bits);
      api.optionsSetFilterPolicy(options, own(policy, api::filterpolicyDestroy));
    }
  }

  @Override
  long withCandidateOptions(long options, Map<String, String> own, OutParams out) {
    EngineException.refuseAll(engine, own.keySet());
    return options;
  }

  @Override
  int get(long readOptions, ByteBuffer key, ByteBuffer into, OutParams out) {
    long value =
        api.get(
            db, readOptions, NativeMemory.address(key), key.remaining(), out.length(), out.error());
    if (value == 0) {
      out.check("get");
      return Session.MISSING;
    }
    try {
      return NativeMemory.copyValue(engine, value, out.lengthValue(), into);
    } finally {
      api.free(value);
    }
  }

  @Override
  void seekForPrev(long iterator, ByteBuffer from, OutParams out) {
    api.iterSeek(iterator, NativeMemory.address(from), from.remaining());
    if (api.iterValid(iterator) == 0) {
      api.iterSeekToLast(iterator);
      return;
    }
    long key = api.iterKey(iterator, out.length());
    if (KeyOrder.compare(NativeMemory.view(key, out.lengthValue()), from) > 0) {
      api.iterPrev(iterator);
    }
  }

  @Override
  protected Settling settleStore(Duration atMost) {
    return LevelDbSettling.settle(
        "compact_range",
        () -> api.compactRange(db, 0, 0, 0, 0),
        () -> property(LevelDbSettling.FILES).orElse(""),
        atMost);
  }

  @Override
  List<String> properties() {
    return IntStream.range(0, LEVELS).mapToObj(i -> "leveldb.num-files-at-level" + i).toList();
  }
}
