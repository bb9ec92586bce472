package dev.storagebench.core.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** An open store. Safe for any number of threads, each with a session of its own. */
public interface Store extends AutoCloseable {

  /** Opens a session for the calling thread, which must also close it, before the store. */
  Session session();

  /**
   * Opens the engine's own fastest way to put many records, for one thread. What was added is
   * readable once it is closed. By default, a session's puts.
   */
  default BulkLoader loader() {
    return BulkLoader.over(session());
  }

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
   * How a store came to rest.
   *
   * @param idle false if background work was still going on when the time was over
   * @param waited how long it took
   * @param how what was asked of the engine, in its own words
   */
  record Settling(boolean idle, Duration waited, String how) {}

  /**
   * Bytes that the disk holds for the data: allocated blocks, of logs and indexes too, not of files
   * that an empty store has as well where they are fixed overhead of a server.
   */
  long bytesOnDisk();

  /** What became of each setting. */
  List<AppliedSetting> settings();

  /** The engine's own counters, by the engine's own names; empty if it has none. */
  Map<String, Long> stats();

  /** The process that does the engine's work, if it is not this one and runs on this machine. */
  default OptionalLong serverPid() {
    return OptionalLong.empty();
  }

  /** Closes the store cleanly; every session has been closed before. */
  @Override
  void close();
}
