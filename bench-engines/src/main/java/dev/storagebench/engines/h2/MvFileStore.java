package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.engines.EmbeddedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.RandomAccessStore;

/** A store in an MVStore's file. */
abstract class MvFileStore extends EmbeddedStore {
  // The default of autoCompactFillRate, which the background thread aims at.
  private static final int FILL_PERCENT = 90;
  private static final String HOW =
      "commit, then compact and move chunks until %d %% of the file are live or nothing is gained, sync"
          .formatted(FILL_PERCENT);

  /** Whether chunks are those of the file, as since 2.2.220; before, MVStore alone knows them. */
  private static final boolean HAS_CHUNKS =
      Stream.of(FileStore.class.getMethods())
          .anyMatch(method -> method.getName().equals("getChunksFillRate"));

  /** The open MVStore, set by the constructor. */
  MVStore mvStore;

  MvFileStore(
      String engine, Path folder, EngineSettings asked, Map<String, ?> inForce, long batchBytes) {
    super(engine, folder, asked, inForce, batchBytes);
  }

  /**
   * Does at once, and further, what MVStore's background thread would do over minutes: rewrites
   * chunks of the file until nine tenths of them are live, moves them together, and cuts the file
   * off behind them.
   */
  @Override
  protected final Settling settleStore(Duration atMost) {
    write();
    if (!HAS_CHUNKS) {
      int millis = (int) Math.min(atMost.toMillis(), Integer.MAX_VALUE);
      return Settling.by("compactFile, before 2.2.220", () -> mvStore.compactFile(millis));
    }
    int retentionMillis = mvStore.getRetentionTime();
    // Space is reused at once, which is right only as long as nobody else works.
    mvStore.setRetentionTime(0);
    try {
      Settling settling = Polling.until(atMost, HOW, new Compaction()::isDone);
      mvStore.sync();
      return settling;
    } finally {
      mvStore.setRetentionTime(retentionMillis);
    }
  }

  /** Pass by pass, until eight in a row have gained nothing: small files never get there. */
  private final class Compaction {
    // Chunks are free some versions after they have been rewritten: MVStore keeps five.
    private static final int MAX_PASSES_IN_VAIN = 8;
    private static final double GAIN = 0.99;
    private static final int SHARE_OF_HEAP = 16;

    private final FileStore<?> file = mvStore.getFileStore();
    private final int maxBytes;
    private int bytes = mvStore.getAutoCommitMemory();
    private double least = Double.MAX_VALUE;
    private int passesInVain;
    private boolean done;

    Compaction() {
      long share = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
      this.maxBytes = (int) Math.min(Math.max(bytes, share), Integer.MAX_VALUE);
    }

    boolean isDone() {
      if (done) {
        return true;
      }
      boolean rewritten = mvStore.compact(FILL_PERCENT, bytes);
      write();
      move(FILL_PERCENT);
      if (!rewritten || passesInVain > 0) {
        // It passes over larger chunks, which a load makes, or writes the same ones again.
        bytes = (int) Math.min(2L * bytes, maxBytes);
      }
      double now = file.size() * (100.0 + file.getFillRate());
      if (now < GAIN * least) {
        least = now;
        passesInVain = 0;
      } else {
        passesInVain++;
      }
      boolean full = file.getFillRate() >= FILL_PERCENT && file.getChunksFillRate() >= FILL_PERCENT;
      done = full || passesInVain == MAX_PASSES_IN_VAIN;
      if (done) {
        move(99);
      }
      return done;
    }

    private void move(int percent) {
      if (file instanceof RandomAccessStore chunks) {
        // Also one that a pass has just written: at the end of the file it would keep all of it.
        chunks.compactMoveChunks(percent, 2L * maxBytes, mvStore);
      }
    }
  }

  /** Returns when the file system has all changes made so far, by any thread. */
  private void write() {
    // A negative answer: another thread has taken our changes along, in a commit that may still
    // wait in the queue of the thread that saves.
    if (mvStore.commit() < 0 && HAS_CHUNKS) {
      mvStore.executeFilestoreOperation(() -> {});
    }
  }

  @Override
  public final Map<String, Long> stats() {
    FileStore<?> file = mvStore.getFileStore();
    if (!HAS_CHUNKS) {
      return Map.of("fileReads", file.getReadCount(), "fileWrites", file.getWriteCount());
    }
    return Map.of(
        "cacheUsedMiB", (long) mvStore.getCacheSizeUsed(),
        "cacheHitRatio", (long) file.getCacheHitRatio(),
        "fillRate", (long) file.getFillRate(),
        "chunksFillRate", (long) file.getChunksFillRate(),
        "fileReads", file.getReadCount(),
        "fileWrites", file.getWriteCount());
  }
}
