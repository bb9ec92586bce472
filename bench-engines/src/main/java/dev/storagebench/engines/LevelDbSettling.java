package dev.storagebench.engines;

import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Store.Settling;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Settles LevelDB, which has no property for running compactions: all keys are compacted by a
 * blocking call, then the list of files must stay the same for a second. A level that has outgrown
 * its size meanwhile is compacted file by file, each in less than that.
 */
public final class LevelDbSettling {
  /** The property with the list of all files. */
  public static final String FILES = "leveldb.sstables";

  private LevelDbSettling() {}

  /**
   * Compacts and waits.
   *
   * @param name the binding's name of the call
   * @param compactAll compacts all keys
   * @param files reads the property {@link #FILES}
   */
  public static Settling settle(
      String name, Runnable compactAll, Supplier<String> files, Duration atMost) {
    return Polling.untilQuiet(
        atMost,
        name + " over all keys, then the same files (" + FILES + ") for a second",
        compactAll,
        () -> true,
        files);
  }
}
