package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.BuilderOptions;
import dev.storagebench.engines.leveldbc.StableFileList;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.WriteOptions;

/** An open LevelDB. */
final class LevelDbJniStore extends FolderStore {
  /** Options that set a condition, by their names. */
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE, "cacheSize",
          Condition.WRITE_BUFFER, "writeBufferSize",
          Condition.BLOCK, "blockSize",
          Condition.STORE, "createIfMissing|errorIfExists");

  private final DB db;
  private final WriteOptions writes;
  private final List<AppliedSetting> settings;

  LevelDbJniStore(Path folder, EngineSettings asked) {
    super(folder);
    this.settings = report(asked);
    this.writes = new WriteOptions().sync(asked.durability() == Durability.SYNC);
    Options options =
        new BuilderOptions("leveldbjni", asked.options(), Options.class)
            .applyTo(new Options())
            .createIfMissing(true)
            .cacheSize(asked.cacheBytes())
            .writeBufferSize(writeBufferBytes(asked))
            .blockSize(asked.blockBytes())
            .compressionType(
                asked.compression() == Compression.SNAPPY
                    ? CompressionType.SNAPPY
                    : CompressionType.NONE);
    try {
      this.db = JniDBFactory.factory.open(folder.toFile(), options);
    } catch (IOException | DBException e) {
      throw failure("open " + folder, e);
    }
  }

  private static int writeBufferBytes(EngineSettings asked) {
    return (int) Math.min(asked.writeBufferBytes(), Integer.MAX_VALUE);
  }

  private static List<AppliedSetting> report(EngineSettings asked) {
    SettingsReport report =
        new SettingsReport()
            .honoured(
                "cacheBytes",
                asked.cacheBytes(),
                "cacheSize; blocks that are read from a memory map and not compressed never enter"
                    + " it: the page cache holds them");
    if (writeBufferBytes(asked) == asked.writeBufferBytes()) {
      report.honoured("writeBufferBytes", asked.writeBufferBytes(), "writeBufferSize");
    } else {
      report.replaced("writeBufferBytes", writeBufferBytes(asked), "writeBufferSize is an int");
    }
    report
        .honoured("blockBytes", asked.blockBytes(), "blockSize")
        .honoured("compression", asked.compression(), "compressionType");
    switch (asked.durability()) {
      case NONE ->
          report.replaced(
              "durability",
              Durability.PROCESS,
              "sync=false, the default; there is no way to do without the log");
      case PROCESS ->
          report.honoured(
              "durability", Durability.PROCESS, "sync=false: the log, in a shared memory map");
      case SYNC -> report.honoured("durability", Durability.SYNC, "sync=true");
    }
    return report
        .ignored("bloomBitsPerKey", "the binding cannot set LevelDB's filter_policy")
        .candidate(asked.options())
        .settings();
  }

  static EngineException failure(String what, Exception e) {
    return new EngineException("leveldbjni: cannot " + what + ": " + e.getMessage(), e);
  }

  @Override
  public Session session() {
    return new LevelDbJniSession(db, writes);
  }

  @Override
  public BulkLoader loader() {
    return new LevelDbJniLoader(db, writes);
  }

  @Override
  public Settling settle(Duration atMost) {
    long start = System.nanoTime();
    try {
      db.compactRange(null, null);
    } catch (DBException e) {
      throw failure("compact", e);
    }
    Duration compacting = Duration.ofNanos(System.nanoTime() - start);
    StableFileList files = new StableFileList(() -> db.getProperty(StableFileList.PROPERTY));
    Settling rest =
        Polling.until(
            atMost.minus(compacting),
            "compactRange over all keys, then the same files (leveldb.sstables) for a second",
            files::last);
    return new Settling(rest.idle(), rest.waited().plus(compacting), rest.how());
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public void close() {
    try {
      db.close();
    } catch (IOException e) {
      throw failure("close " + folder, e);
    }
  }
}
