package dev.storagebench.core.turns;

import org.jspecify.annotations.Nullable;

/**
 * A stretch in which all threads of a fork do the same. Each thread begins by itself, and ends with
 * the operation during which the window is over, however long that takes. While it waits for a
 * processor, its time runs: many threads on few processors would otherwise add up to the throughput
 * of as many processors as threads.
 */
public final class Window {
  /** Kinds of work. */
  public enum Kind {
    /** Each thread overwrites its share of the records that bring the store to its age. */
    AGE,
    /** Each thread reads its share of all records once. */
    FILL_CACHE,
    /** Operations that do not count. */
    WARM_UP,
    /** The beginning of a turn, in which processor caches are cold and queues are short. */
    LEAD,
    /** Operations that count. */
    MEASURED,
    /** The end of a turn: those who have done what counts keep the load up for the others. */
    TAIL,
    /** The threads return to JMH, which calls them again. */
    RETURN
  }

  private final Kind kind;
  private final int threads;
  private final long openedAt = System.nanoTime();
  private volatile boolean over;
  // Guarded by this.
  private int ended;
  private long operations;
  private long nanos;
  // Guarded by the gate.
  @Nullable Window next;

  Window(Kind kind, int threads) {
    this.kind = kind;
    this.threads = threads;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether no operation is to begin any more; read once for each. */
  public boolean isOver() {
    return over;
  }

  /**
   * When a thread's time in it began.
   *
   * @param freeSince when the thread had done its work before, by {@link System#nanoTime()}
   */
  public long begin(long freeSince) {
    return freeSince - openedAt > 0 ? freeSince : openedAt;
  }

  /** Ends it. */
  public void end() {
    over = true;
  }

  /**
   * Records a thread's work.
   *
   * @param threadNanos from {@link #begin} to the end of its last operation
   */
  public synchronized void add(long threadOperations, long threadNanos) {
    operations += threadOperations;
    nanos += threadNanos;
    ended++;
  }

  /** Whether all threads have ended. */
  synchronized boolean isDone() {
    return ended == threads;
  }

  /** The completed operations of all threads. */
  public synchronized long operations() {
    return operations;
  }

  /**
   * The mean time of a thread. Operations divided by it are the throughput that the mean time of an
   * operation stands for (Little's law), whenever each thread has begun and ended, as long as all
   * of them are at work.
   */
  public synchronized long nanos() {
    return nanos / threads;
  }
}
