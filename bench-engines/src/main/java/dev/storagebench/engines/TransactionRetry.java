package dev.storagebench.engines;

import dev.storagebench.core.engine.EngineException;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Repeats a transaction that conflicts with others, after random pauses up to 2 ms. */
public final class TransactionRetry {
  private static final long MAX_SECONDS = 60;
  private static final long MAX_PAUSE_NANOS = 2_000_000;
  private static final long FIRST_PAUSE_NANOS = 1000;

  private TransactionRetry() {}

  /**
   * Calls a transaction until it succeeds.
   *
   * @param operation for the message: "write a batch"
   * @param transaction returns false if it was rolled back because of a conflict
   * @throws EngineException after {@value #MAX_SECONDS} s, or with what the transaction throws
   */
  public static void untilDone(String engine, String operation, Callable<Boolean> transaction) {
    try {
      if (transaction.call()) {
        return;
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
      long pause = FIRST_PAUSE_NANOS;
      do {
        // The other transaction needs time and a processor to commit.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause));
        pause = Math.min(MAX_PAUSE_NANOS, 2 * pause);
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              "gave up after %d s of conflicts with other transactions".formatted(MAX_SECONDS));
        }
      } while (!transaction.call());
    } catch (Exception e) {
      throw EngineException.cannot(engine, operation, e);
    }
  }
}
