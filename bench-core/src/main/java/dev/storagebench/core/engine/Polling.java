package dev.storagebench.core.engine;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for an engine's background work to end. */
public final class Polling {
  private static final long INTERVAL_MILLIS = 20;
  // One idle moment may lie between a flush and the compaction it calls for.
  private static final int IDLE_IN_A_ROW = 3;

  private Polling() {}

  /**
   * Asks every {@value #INTERVAL_MILLIS} ms until the engine was idle several times in a row.
   *
   * @param atMost how long to wait
   * @param how what is waited for, for the result
   * @param idle asks the engine
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
