package dev.storagebench.core.openloop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.infra.Control;

/**
 * One thread's arrivals in an open loop: waits for each, and takes the response time from then to
 * the operation's end. An operation that is late begins at once; none is left out. For that thread
 * alone; nothing is allocated between the iterations.
 *
 * <p>A thread sleeps until shortly before the arrival and then looks at the clock: a timer alone
 * wakes it tens of microseconds too late. If there are more threads than processors it lets others
 * run between two looks.
 */
public final class Pace {
  /** Longer response times count as this: an hour. */
  static final long LONGEST_NANOS = 3_600_000_000_000L;

  /** Values are told apart to one in a thousand. */
  static final int DIGITS = 3;

  // How late timers woke a thread at most, nine times of ten, on a busy machine.
  private static final long LATE_NANOS = 40_000;
  private static final long LATE_WITH_SLACK_NANOS = 100_000;
  // The end of an iteration wakes nobody.
  private static final long LONGEST_SLEEP_NANOS = 10_000_000;

  private final Arrivals arrivals;
  private final boolean crowded;
  private final Histogram nanos = new Histogram(LONGEST_NANOS, DIGITS);
  private final List<Window> windows = new ArrayList<>();
  private long awakeNanos;
  private boolean measured;
  private boolean running;
  private boolean ended;
  private long begun;
  private long intended;
  private long done;

  /**
   * What became of one thread's arrivals in one measured iteration.
   *
   * @param nanos its length
   * @param due how many came
   * @param done how many of them were carried out
   * @param lagNanos how late the next one was at the end
   */
  record Window(long nanos, long due, long done, long lagNanos) {
    /** Of a thread that the system did not let run before the iteration was over. */
    static final Window NONE = new Window(0, 0, 0, 0);
  }

  Pace(Arrivals arrivals, boolean crowded) {
    this.arrivals = arrivals;
    this.crowded = crowded;
  }

  /**
   * Before each iteration: its arrivals begin when it does, and what was late in the one before is
   * forgotten.
   *
   * @param counts whether the iteration is measured
   */
  public void beginIteration(boolean counts) {
    if (measured && !ended) {
      windows.add(Window.NONE);
    }
    measured = counts;
    running = false;
    ended = false;
    if (awakeNanos == 0) {
      awakeNanos = TimerSlack.lower() ? LATE_NANOS : LATE_WITH_SLACK_NANOS;
    }
  }

  /**
   * Waits for the next operation's arrival.
   *
   * @return false if there is nothing to do, because the iteration has not begun for all threads or
   *     is over
   */
  public boolean await(Control control) {
    long now = System.nanoTime();
    if (!running) {
      if (!control.startMeasurement || control.stopMeasurement) {
        // JMH asks again at once, until the other threads are ready or done.
        letOthersRun();
        return false;
      }
      running = true;
      begun = now;
      done = 0;
      arrivals.begin(now);
      intended = arrivals.next();
    }
    while (!control.stopMeasurement) {
      long left = intended - now;
      if (left <= 0) {
        return true;
      }
      if (left > awakeNanos) {
        LockSupport.parkNanos(Math.min(left - awakeNanos, LONGEST_SLEEP_NANOS));
      } else if (crowded) {
        letOthersRun();
      } else {
        Thread.onSpinWait();
      }
      now = System.nanoTime();
    }
    endIteration(now);
    return false;
  }

  /** After each operation that {@link #await} let begin. */
  public void done() {
    if (measured) {
      nanos.recordValue(Math.min(System.nanoTime() - intended, LONGEST_NANOS));
    }
    done++;
    intended = arrivals.next();
  }

  // It is a hint to the scheduler that nothing relies on.
  @SuppressWarnings("ThreadPriorityCheck")
  private static void letOthersRun() {
    Thread.yield();
  }

  private void endIteration(long now) {
    running = false;
    ended = true;
    long lag = Math.max(0, now - intended);
    long due = done;
    for (; intended - now <= 0; intended = arrivals.next()) {
      due++;
    }
    if (measured) {
      windows.add(new Window(now - begun, due, done, lag));
    }
  }

  /** Of all measured iterations. */
  Histogram nanos() {
    return nanos;
  }

  List<Window> windows() {
    return windows;
  }
}
