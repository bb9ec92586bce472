package dev.storagebench.core.recorder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * What {@link SeriesRecorder} sees of a thread: how many operations it has done, and the times of
 * one in so many. Costs the thread an increment and two comparisons an operation.
 */
public final class OperationClock {
  private static final VarHandle DONE;
  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 2;
  // Enough for a p99 of one second.
  private static final long TIMED_IN_A_SECOND = 2000;

  static {
    try {
      DONE = MethodHandles.lookup().findVarHandle(OperationClock.class, "done", long.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private final SingleWriterRecorder nanos = new SingleWriterRecorder(1, LONGEST_NANOS, DIGITS);
  private volatile int every = 1;
  private int left = 1;
  private long begun;
  private long done;

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
      nanos.recordValue(Math.min(System.nanoTime() - begun, LONGEST_NANOS));
      left = every;
    }
  }

  /** The operations so far; for any thread. */
  long done() {
    return (long) DONE.getOpaque(this);
  }

  /**
   * The times since the last call; for the recorder.
   *
   * @param rate operations a second of this thread, by which it is chosen how many are timed: an
   *     odd number, so that operations that come in pairs are timed alike
   */
  Histogram times(double rate) {
    every = rate > 0 ? (int) Math.min(rate / TIMED_IN_A_SECOND, 1 << 20) | 1 : every;
    return nanos.getIntervalHistogram();
  }
}
