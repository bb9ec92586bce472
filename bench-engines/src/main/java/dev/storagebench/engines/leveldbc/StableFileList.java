package dev.storagebench.engines.leveldbc;

import java.util.function.Supplier;

/**
 * Asks whether a LevelDB has had the same files for a second, because it has no property that tells
 * whether it compacts: a compaction of one file into the next level ends within less.
 */
public final class StableFileList {
  /** LevelDB's property with the list of all files. */
  public static final String PROPERTY = "leveldb.sstables";

  private static final long QUIET_NANOS = 1_000_000_000L;

  private final Supplier<String> list;
  private String files;
  private long since = System.nanoTime();

  /**
   * Begins to watch.
   *
   * @param list reads {@link #PROPERTY}
   */
  public StableFileList(Supplier<String> list) {
    this.list = list;
    this.files = list.get();
  }

  /** Whether the files have been the same for long enough. */
  public boolean last() {
    String now = list.get();
    if (!now.equals(files)) {
      files = now;
      since = System.nanoTime();
    }
    return System.nanoTime() - since >= QUIET_NANOS;
  }
}
