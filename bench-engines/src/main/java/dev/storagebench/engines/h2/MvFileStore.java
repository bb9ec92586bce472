package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.engines.EmbeddedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.RandomAccessStore;

/** A store in an MVStore's file. */
abstract class MvFileStore extends EmbeddedStore {
  // The default of autoCompactFillRate, which the background thread aims at.
  private static final int FILL_PERCENT = 90;
  private static final String HOW =
      "commit, then compact and move chunks until %d %% of the file are live, sync"
          .formatted(FILL_PERCENT);

  MvFileStore(
      String engine, Path folder, EngineSettings asked, SettingsReport report, long batchBytes) {
    super(engine, folder, asked, report, batchBytes);
  }

  /** The open MVStore. */
  abstract MVStore mvStore();

  /**
   * Does at once what MVStore's background thread would do over minutes, and as far as it would:
   * rewrites chunks of the file until nine tenths of them are live, and moves them together.
   */
  @Override
  protected final Settling settleStore(Duration atMost) {
    MVStore mvStore = mvStore();
    write(mvStore);
    int retentionMillis = mvStore.getRetentionTime();
    // Space is reused at once, which is right only as long as nobody else works.
    mvStore.setRetentionTime(0);
    try {
      Settling settling = Polling.until(atMost, HOW, () -> idle(mvStore));
      mvStore.sync();
      return settling;
    } finally {
      mvStore.setRetentionTime(retentionMillis);
    }
  }

  private static boolean idle(MVStore mvStore) {
    FileStore<?> file = mvStore.getFileStore();
    long chunkBytes = chunkBytes(file);
    int live = file.getChunksFillRate();
    // MVStore's own compactFile is given 16 MiB and passes over the larger chunks that a load
    // makes.
    int bytes = 2 * mvStore.getAutoCommitMemory();
    boolean rewritten = mvStore.compact(FILL_PERCENT, bytes);
    write(mvStore);
    if (file instanceof RandomAccessStore chunks) {
      chunks.compactMoveChunks(FILL_PERCENT, bytes, mvStore);
    }
    // Small files never get there; the background thread, too, gives up when nothing is gained.
    boolean gained = chunkBytes(file) < chunkBytes || file.getChunksFillRate() > live;
    return !rewritten || !gained;
  }

  private static long chunkBytes(FileStore<?> file) {
    return file.size() * file.getFillRate() / 100;
  }

  /** Returns when the file system has all changes made so far, by any thread. */
  static void write(MVStore mvStore) {
    // A negative answer: another thread has taken our changes along, in a commit that may still
    // wait in the queue of the thread that saves.
    if (mvStore.commit() < 0) {
      mvStore.executeFilestoreOperation(() -> {});
    }
  }

  @Override
  public final Map<String, Long> stats() {
    MVStore mvStore = mvStore();
    FileStore<?> file = mvStore.getFileStore();
    return Map.of(
        "cacheSizeUsed", (long) mvStore.getCacheSizeUsed(),
        "cacheHitRatio", (long) file.getCacheHitRatio(),
        "fillRate", (long) file.getFillRate(),
        "chunksFillRate", (long) file.getChunksFillRate(),
        "fileReads", file.getReadCount(),
        "fileWrites", file.getWriteCount());
  }
}
