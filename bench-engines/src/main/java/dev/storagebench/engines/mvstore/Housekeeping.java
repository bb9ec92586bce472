package dev.storagebench.engines.mvstore;

import dev.storagebench.core.engine.Store.Settling;
import java.time.Duration;
import java.util.Map;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVStore;

/**
 * Does at once what MVStore's background thread would do over minutes, and as far as it would:
 * rewrites chunks until nine tenths of each are live, and moves them together. H2 does the same,
 * for a fraction of a second, whenever it closes a database.
 */
public final class Housekeeping {

  private Housekeeping() {}

  /**
   * Writes all changes, compacts, and hands everything to stable storage.
   *
   * @param mvStore nobody writes to it meanwhile
   * @param atMost how long to compact
   */
  public static Settling settle(MVStore mvStore, Duration atMost) {
    long start = System.nanoTime();
    write(mvStore);
    int retentionMillis = mvStore.getRetentionTime();
    try {
      mvStore.compactFile(Math.toIntExact(Math.min(atMost.toMillis(), Integer.MAX_VALUE)));
    } finally {
      // Compaction reuses space at once, which is right only as long as nobody else works.
      mvStore.setRetentionTime(retentionMillis);
    }
    write(mvStore);
    mvStore.sync();
    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    return new Settling(
        waited.compareTo(atMost) < 0, waited, "commit, compactFile to its fill rate, sync");
  }

  /** Returns when the file system has all changes made so far, by any thread. */
  static void write(MVStore mvStore) {
    // A negative answer: another thread has taken our changes along, in a commit that may still
    // wait in the queue of the thread that saves.
    if (mvStore.commit() < 0) {
      mvStore.executeFilestoreOperation(() -> {});
    }
  }

  /** MVStore's own counters. */
  public static Map<String, Long> stats(MVStore mvStore) {
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
