package dev.storagebench.engines.mvstore;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.BuilderOptions;
import dev.storagebench.engines.HeapCache;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ByteArrayDataType;

/** An open MVStore file with one map. */
final class OpenMvStore extends FolderStore {
  private static final long MIB = 1L << 20;

  /** Options that set a condition, by their names. */
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE, "cacheSize",
          Condition.WRITE_BUFFER, "autoCommitBufferSize",
          Condition.BLOCK, "pageSplitSize",
          Condition.COMPRESSION, "compress|compressHigh",
          Condition.DURABILITY, "autoCommitDisabled",
          Condition.STORE, "readOnly|recoveryMode|storeVersion");

  private final Durability durability;
  private final MVStore mvStore;
  private final MVMap<byte[], byte[]> map;
  private final List<AppliedSetting> settings;

  OpenMvStore(Path folder, EngineSettings asked) {
    super(folder);
    this.durability = asked.durability();
    HeapCache cache = new HeapCache(asked);
    BuilderOptions options =
        new BuilderOptions("mvstore", asked.options(), MVStore.Builder.class, MVStore.class);
    try {
      this.mvStore =
          options
              .applyTo(new MVStore.Builder())
              .fileName(folder.resolve("records.mv").toString())
              .cacheSize(Math.toIntExact(Math.max(1, cache.bytes() / MIB)))
              .pageSplitSize(asked.blockBytes())
              .open();
      mvStore.setVersionsToKeep(0);
      options.applyTo(mvStore);
      this.map =
          mvStore.openMap(
              "records",
              new MVMap.Builder<byte[], byte[]>()
                  .keyType(new Keys())
                  .valueType(ByteArrayDataType.INSTANCE));
    } catch (MVStoreException e) {
      throw failure("open " + folder, e);
    }
    this.settings = report(asked, cache);
  }

  private static List<AppliedSetting> report(EngineSettings asked, HeapCache cache) {
    return cache
        .report(new SettingsReport(), "cacheSize")
        .ignored(
            "writeBufferBytes",
            "autoCommitBufferSize keeps its default, which follows the heap: several buffers wait"
                + " to be saved at once")
        .honoured("blockBytes", asked.blockBytes(), "pageSplitSize")
        .honoured("compression", "none", "it has LZF and Deflate only")
        .honoured(
            "durability",
            asked.durability(),
            switch (asked.durability()) {
              case NONE -> "the background thread commits once a second";
              case PROCESS -> "commit after each put, which writes and does not sync";
              case SYNC -> "commit and sync after each put";
            })
        .ignored("bloomBitsPerKey", "a B+ tree needs no filter")
        .own(
            "versionsToKeep",
            0,
            "old versions, which nobody reads here, would keep their space; H2 sets the same:"
                + " https://h2database.com/html/mvstore.html")
        .candidate(asked.options())
        .settings();
  }

  static EngineException failure(String what, MVStoreException e) {
    return new EngineException(
        "mvstore: cannot %s [%d]: %s".formatted(what, e.getErrorCode(), e.getMessage()), e);
  }

  /** Returns when all writes made so far have what the durability promises. */
  void acknowledge() {
    if (durability != Durability.NONE) {
      Housekeeping.write(mvStore);
    }
    if (durability == Durability.SYNC) {
      mvStore.sync();
    }
  }

  @Override
  public Session session() {
    return new MvStoreSession(map, this::acknowledge);
  }

  @Override
  public BulkLoader loader() {
    return BulkLoader.over(new MvStoreSession(map, () -> {}));
  }

  @Override
  public Settling settle(Duration atMost) {
    try {
      return Housekeeping.settle(mvStore, atMost);
    } catch (MVStoreException e) {
      throw failure("settle", e);
    }
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    return Housekeeping.stats(mvStore);
  }

  @Override
  public void close() {
    try {
      mvStore.close();
    } catch (MVStoreException e) {
      throw failure("close", e);
    }
  }

  /** H2's type of byte arrays in their unsigned order, which it has itself from 2.4.240 on. */
  private static final class Keys extends BasicDataType<byte[]> {

    @Override
    public int compare(byte[] a, byte[] b) {
      return Arrays.compareUnsigned(a, b);
    }

    @Override
    public int getMemory(byte[] key) {
      return ByteArrayDataType.INSTANCE.getMemory(key);
    }

    @Override
    public void write(WriteBuffer buffer, byte[] key) {
      ByteArrayDataType.INSTANCE.write(buffer, key);
    }

    @Override
    public byte[] read(ByteBuffer buffer) {
      return ByteArrayDataType.INSTANCE.read(buffer);
    }

    @Override
    public byte[][] createStorage(int size) {
      return new byte[size][];
    }
  }
}
