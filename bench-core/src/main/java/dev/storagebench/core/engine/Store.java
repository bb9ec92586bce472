package dev.storagebench.core.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An open store: loading, settling, measuring and closing it, whatever the form of its records,
 * which is keys and values ({@link KeyValueStore}) or SQL tables ({@link DatabaseEngine}). For any
 * number of threads.
 */
public interface Store extends AutoCloseable {

  /**
   * Opens the engine's fastest loader, for one thread. Its records are readable once it closes.
   * Several threads may load at once; a loader of an engine with a single writer waits for others.
   */
  BulkLoader loader();

  /**
   * Rewrites a store that has just been loaded into the state in which its makers measure reads; by
   * default it stays as the load left it. Stores that a benchmark has loaded or written to are not
   * compacted.
   */
  default void compact() {}

  /**
   * Writes everything to stable storage and waits until the engine's background work (flushes,
   * compactions, checkpoints, purges) is idle. No session writes meanwhile.
   */
  Settling settle(Duration atMost);

  /**
   * The outcome of {@link #settle}.
   *
   * @param idle false if background work was still running at the timeout
   * @param how the calls made to the engine, by the engine's own names
   */
  record Settling(boolean idle, Duration waited, String how) {

    /** Times a call after which the engine is idle: it blocks until everything is written. */
    public static Settling by(String how, Runnable call) {
      long start = System.nanoTime();
      call.run();
      return new Settling(true, Duration.ofNanos(System.nanoTime() - start), how);
    }
  }

  /**
   * Reads all records once into the engine's cache, for engines that may bypass the page cache. The
   * files of all were read before they were opened.
   */
  default void readOnce() {}

  /**
   * Bytes allocated on disk for the data: also for logs and indexes, but not for files of a fixed
   * size that an empty server has, too.
   */
  long bytesOnDisk();

  /** How each setting was applied. */
  List<AppliedSetting> settings();

  /** The engine's own counters, by the engine's own names; empty if it has none. */
  default Map<String, Long> stats() {
    return Map.of();
  }

  /**
   * Bytes that the engine has yet to write or to rewrite because of acknowledged writes, by its own
   * count: dirty pages, compactions that are due. 0 if it has no such count. Called every second
   * while the store is written to.
   */
  default long pendingBytes() {
    return 0;
  }

  /**
   * The other processes on this machine that work for the engine: their ids by name, for example
   * {@code server}. A memory limit applies to the first one.
   */
  default Map<String, Long> processes() {
    return Map.of();
  }

  /** Closes the store cleanly; all sessions are closed already. */
  @Override
  void close();
}
