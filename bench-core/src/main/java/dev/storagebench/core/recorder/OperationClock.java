package dev.storagebench.core.recorder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the operations of a thread, and times one in so many. Costs the thread an increment and
 * two comparisons an operation, and two calls of the clock for each that is timed. A time reaches
 * its histograms up to 20 ms late.
 */
public final class OperationClock {
  /** Significant digits of the histogram of times. */
  public static final int DIGITS = 3;

  private static final VarHandle DONE;
  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  // Enough for a p99 of one second.
  private static final long TIMED_IN_A_SECOND = 2000;

  static {
    try {
      DONE = MethodHandles.lookup().findVarHandle(OperationClock.class, "done", long.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final long PENDING_NANOS = 20_000_000;

  private final Histogram measured = new Histogram(DIGITS);
  // Times that are to be recorded, side by side: each line of a histogram that one alone touches
  // is out of the caches again when there are many threads.
  private final long[] pending = new long[128];
  private int waiting;
  private long pendingSince = System.nanoTime();
  private final boolean all;
  private boolean counts;
  private volatile @Nullable SingleWriterRecorder series;
  private volatile int every;
  private int left = 1;
  private long begun;
  private long done;

  /**
   * A clock.
   *
   * @param every one in so many operations is timed; an odd number, so that operations that come in
   *     pairs are timed alike. 1 for all
   */
  public OperationClock(int every) {
    this.every = every;
    this.all = every == 1;
  }

  /** Whether times are from now on among the {@link #measured} ones; for the thread. */
  public void counts(boolean now) {
    recordPending();
    counts = now;
    left = 1;
  }

  /** An operation begins; for the thread. */
  public void begin() {
    if (left == 1) {
      begun = System.nanoTime();
    }
  }

  /** The operation has ended; for the thread. */
  public void end() {
    DONE.setOpaque(this, done + 1);
    if (--left == 0) {
      long now = System.nanoTime();
      pending[waiting++] = Math.min(now - begun, LONGEST_NANOS);
      if (waiting == pending.length || now - pendingSince > PENDING_NANOS) {
        pendingSince = now;
        recordPending();
      }
      left = every;
    }
  }

  private void recordPending() {
    SingleWriterRecorder seconds = series;
    for (int i = 0; i < waiting; i++) {
      if (counts) {
        measured.recordValue(pending[i]);
      }
      if (seconds != null) {
        seconds.recordValue(pending[i]);
      }
    }
    waiting = 0;
  }

  /** The operations so far; for any thread. */
  public long done() {
    return (long) DONE.getOpaque(this);
  }

  /** The times that count, in nanoseconds; to be called when the thread has ended. */
  public Histogram measured() {
    recordPending();
    return measured;
  }

  /** From now on a {@link SeriesRecorder} asks for the times. */
  void record() {
    every = 1;
    series = new SingleWriterRecorder(2);
  }

  /**
   * The times since the last call; for the recorder.
   *
   * @param rate operations a second of this thread, by which it is chosen how many are timed
   */
  Histogram times(double rate) {
    if (!all && rate > 0) {
      every = (int) Math.min(rate / TIMED_IN_A_SECOND, 1 << 20) | 1;
    }
    return series.getIntervalHistogram();
  }
}
