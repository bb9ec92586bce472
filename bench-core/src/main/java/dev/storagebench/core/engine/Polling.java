package dev.storagebench.core.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until an engine's background work is idle. */
public final class Polling {
  private static final long INTERVAL_MILLIS = 20;
  // An engine can be idle for a moment between a flush and the compaction it triggers.
  private static final int IDLE_IN_A_ROW = 3;
  private static final Duration QUIET = Duration.ofSeconds(1);

  private Polling() {}

  /**
   * Polls every {@value #INTERVAL_MILLIS} ms until the engine was idle {@value #IDLE_IN_A_ROW}
   * times in a row.
   *
   * @param how the calls made to the engine, for the result
   * @param idle whether the engine is idle now
   */
  public static Store.Settling until(Duration atMost, String how, BooleanSupplier idle) {
    long start = System.nanoTime();
    int idleInARow = 0;
    while (idleInARow < IDLE_IN_A_ROW && System.nanoTime() - start < atMost.toNanos()) {
      idleInARow = idle.getAsBoolean() ? idleInARow + 1 : 0;
      try {
        Thread.sleep(INTERVAL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    return new Store.Settling(idleInARow == IDLE_IN_A_ROW, since(start), how);
  }

  /**
   * For engines that do not say whether work goes on: starts it, then polls until nothing is
   * pending and the progress has been the same for a second.
   *
   * @param work the calls that start it; part of the time
   * @param nothingPending as far as the engine tells
   * @param progress anything that changes while it works
   */
  public static Store.Settling untilQuiet(
      Duration atMost,
      String how,
      Runnable work,
      BooleanSupplier nothingPending,
      Supplier<?> progress) {
    long start = System.nanoTime();
    work.run();
    Duration started = since(start);
    AtomicReference<Object> last = new AtomicReference<>();
    AtomicLong changed = new AtomicLong();
    Store.Settling settling =
        until(
            atMost.minus(started),
            how,
            () -> {
              Object now = progress.get();
              if (!now.equals(last.getAndSet(now)) || !nothingPending.getAsBoolean()) {
                changed.set(System.nanoTime());
              }
              return since(changed.get()).compareTo(QUIET) >= 0;
            });
    return new Store.Settling(settling.idle(), settling.waited().plus(started), how);
  }

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }
}
