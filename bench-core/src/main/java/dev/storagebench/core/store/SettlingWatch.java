package dev.storagebench.core.store;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.process.Daemon;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settles a store in a thread of its own, as long as that makes progress. One that stands still is
 * left alone: the store can then neither be used nor closed.
 *
 * @param written the bytes that the store's process has written so far
 * @param patience the seconds in which it writes {@value #PROGRESS_BYTES} bytes
 */
record SettlingWatch(LongSupplier written, int patience) {
  private static final int PROGRESS_BYTES = 1 << 20;
  private static final int FRAMES = 3;

  /**
   * Waits for a call that settles.
   *
   * @return its outcome, or what it waits for
   */
  Store.Settling await(FutureTask<Store.Settling> call) {
    Thread thread = Daemon.start("settle", call);
    long start = System.nanoTime();
    long last = written.getAsLong();
    // Counted one by one: a process that was stopped meanwhile has not stood still.
    for (int quiet = 0; quiet < patience; quiet++) {
      try {
        return call.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException notYet) {
        long now = written.getAsLong();
        // What is deleted before it gets to the disk is subtracted.
        if (Math.abs(now - last) >= PROGRESS_BYTES) {
          last = now;
          quiet = -1;
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException own
            ? own
            : new EngineException("cannot settle: " + e.getCause(), e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EngineException("interrupted while the store settled", e);
      }
    }
    return new Store.Settling(
        false,
        Duration.ofNanos(System.nanoTime() - start),
        "given up: in %d s it wrote less than %,d bytes; it waits in %s"
            .formatted(
                patience,
                PROGRESS_BYTES,
                Stream.of(thread.getStackTrace())
                    .limit(FRAMES)
                    .map(StackTraceElement::toString)
                    .collect(Collectors.joining(", of "))));
  }
}
