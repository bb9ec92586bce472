package dev.storagebench.core.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An open store: how it is loaded, settled, measured and closed, whatever the form of its records.
 * There are two: keys and values ({@link KeyValueStore}) and the tables of a SQL database ({@link
 * DatabaseEngine}). Safe for any number of threads.
 */
public interface Store extends AutoCloseable {

  /**
   * Opens the engine's own fastest way to load many records, for one thread. What was added is
   * readable once it is closed.
   */
  BulkLoader loader();

  /**
   * Opens the loader of a store whose load was cut off. It takes the same records in the same
   * order, puts those that are missing, and compares everything in the end. Only for engines that
   * say {@link StorageEngine#resumesLoads}; their stores hold nothing but what was loaded.
   *
   * @throws WrongContentException by the loader, if the store cannot be completed
   */
  default BulkLoader resumedLoader() {
    throw new UnsupportedOperationException("a load that is cut off begins anew");
  }

  /**
   * Hands everything written to stable storage and waits until the engine's background work
   * (flushes, compactions, checkpoints, purges) is idle. No session writes meanwhile.
   *
   * @param atMost how long to wait
   */
  Settling settle(Duration atMost);

  /**
   * The outcome of {@link #settle}.
   *
   * @param idle false if background work was still running at the timeout
   * @param waited how long it took
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
   * Bytes that the disk holds for the data: allocated blocks, of logs and indexes too, not of files
   * that an empty store has as well where they are fixed overhead of a server.
   */
  long bytesOnDisk();

  /** What became of each setting. */
  List<AppliedSetting> settings();

  /** The engine's own counters, by the engine's own names; empty if it has none. */
  default Map<String, Long> stats() {
    return Map.of();
  }

  /**
   * The process ids of those that do the engine's work beside this process and on this machine, by
   * name, for example {@code server}; the first is the one that a limit of memory holds for.
   */
  default Map<String, Long> processes() {
    return Map.of();
  }

  /** Closes the store cleanly; every session has been closed before. */
  @Override
  void close();
}
