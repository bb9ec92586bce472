package dev.storagebench.core.openloop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals of one thread in an open loop: waits for each, and records the response time from
 * the arrival to the end of the operation. A late operation starts at once; none is skipped. For
 * that thread only; allocates nothing during an iteration.
 *
 * <p>The thread sleeps until shortly before the arrival and then polls the clock, because timers
 * wake it tens of microseconds late. With more threads than processors it yields between polls.
 */
public final class Pacer {
  /** Longer response times are recorded as one hour. */
  static final long LONGEST_NANOS = 3_600_000_000_000L;

  /** Significant decimal digits of recorded times. */
  static final int DIGITS = 3;

  // The 90th percentile of late wake-ups by timers on a busy machine.
  private static final long LATE_NANOS = 40_000;
  private static final long LATE_WITH_SLACK_NANOS = 100_000;
  // The end of an iteration does not wake a sleeping thread.
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
   * The arrivals of one thread in one measured iteration.
   *
   * @param nanos its length
   * @param due the number of arrivals
   * @param done the number of them that were completed
   * @param lagNanos how long the next one was overdue at the end
   */
  record Window(long nanos, long due, long done, long lagNanos) {
    /** Window of a thread that the system did not schedule during the iteration. */
    static final Window NONE = new Window(0, 0, 0, 0);
  }

  Pacer(Arrivals arrivals, boolean crowded) {
    this.arrivals = arrivals;
    this.crowded = crowded;
  }

  /**
   * Called before each iteration: its arrivals start when it does; overdue operations of the last
   * iteration are dropped.
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
      awakeNanos = lowerTimerSlack() ? LATE_NANOS : LATE_WITH_SLACK_NANOS;
    }
  }

  /**
   * Asks Linux to wake the calling thread by its timer as punctually as it can; by default it may
   * be 50 µs late, so that several threads wake at once.
   *
   * @return false where that is not possible
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_timerslack_ns.5.html">proc(5)</a>
   */
  private static boolean lowerTimerSlack() {
    try {
      // It names the thread as "process/task/thread".
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc", thread.toString(), "timerslack_ns"), "1");
      return true;
    } catch (IOException | UnsupportedOperationException | SecurityException elsewhere) {
      return false;
    }
  }

  /**
   * Waits for the next operation's arrival.
   *
   * @param window in which it is to begin; null for one that ends by itself
   * @return false if there is none before the window is over
   */
  public boolean await(dev.storagebench.core.turns.@Nullable Window window) {
    long now = System.nanoTime();
    if (!running) {
      if (window != null && window.isOver()) {
        return false;
      }
      running = true;
      begun = now;
      done = 0;
      arrivals.begin(now);
      intended = arrivals.next();
    }
    while (window == null || !window.isOver()) {
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

  /** Called after each iteration, which may have ended during the thread's last operation. */
  public void endIteration() {
    if (running) {
      endIteration(System.nanoTime());
    }
  }

  /** Called after each operation for which {@link #await} returned true. */
  public void done() {
    if (measured) {
      nanos.recordValue(Math.min(System.nanoTime() - intended, LONGEST_NANOS));
    }
    done++;
    intended = arrivals.next();
  }

  /** Ends the iteration of a benchmark that has no more operations. */
  public void finish() {
    if (running) {
      running = false;
      ended = true;
      long now = System.nanoTime();
      windows.add(new Window(now - begun, done, done, Math.max(0, now - intended)));
    }
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

  /** Histogram of all measured iterations. */
  Histogram nanos() {
    return nanos;
  }

  List<Window> windows() {
    return windows;
  }
}
