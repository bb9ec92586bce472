package dev.storagebench.core.engine;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits until an engine's background work is idle. */
public final class Polling {
  private static final long INTERVAL_MILLIS = 20;
  // An engine can be idle for a moment between a flush and the compaction it triggers.
  private static final int IDLE_IN_A_ROW = 3;

  private Polling() {}

  /**
   * Polls every {@value #INTERVAL_MILLIS} ms until the engine was idle {@value #IDLE_IN_A_ROW}
   * times in a row.
   *
   * @param atMost the timeout
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
    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    return new Store.Settling(idleInARow == IDLE_IN_A_ROW, waited, how);
  }
}
