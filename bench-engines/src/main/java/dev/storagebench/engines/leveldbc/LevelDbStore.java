package dev.storagebench.engines.leveldbc;

import static dev.storagebench.engines.library.NativeMemory.address;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.LevelDbSettling;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A store of LevelDB or HyperLevelDB. */
final class LevelDbStore extends CStore {
  private static final int LEVELS = 7;

  LevelDbStore(String engine, Path folder, EngineSettings asked, CApi api) {
    super(
        engine,
        folder,
        asked,
        asked.compression() == Compression.NONE ? Map.of("cache", "cache") : Map.of(),
        api,
        /* recent= */ false);
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
  long withCandidateOptions(long options, Map<String, String> own, Block out) {
    EngineException.refuseAll(engine, own.keySet());
    return options;
  }

  @Override
  int get(long readOptions, ByteBuffer key, ByteBuffer into, Block out) {
    long value =
        api.get(
            db, readOptions, address(key), key.remaining(), out.address() + LENGTH, out.address());
    if (value == 0) {
      check("get", out);
      return Session.MISSING;
    }
    try {
      return NativeMemory.copyValue(engine, value, out.getLong(LENGTH), into);
    } finally {
      api.free(value);
    }
  }

  @Override
  void seekForPrev(long iterator, ByteBuffer from, Block out) {
    api.iterSeek(iterator, address(from), from.remaining());
    if (api.iterValid(iterator) == 0) {
      api.iterSeekToLast(iterator);
      return;
    }
    long key = api.iterKey(iterator, out.address() + LENGTH);
    if (KeyOrder.compare(NativeMemory.view(key, out.getLong(LENGTH)), from) > 0) {
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
