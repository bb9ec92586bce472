package dev.storagebench.core.turns;

import java.io.IOException;
import java.util.Optional;

/** Decides when the threads of this JVM work. All methods are called by one thread. */
public interface Turns {
  /** The planned length of a turn of a fork that has rivals. */
  long RIVAL_NANOS = 25_000_000;

  /**
   * A turn.
   *
   * @param leadNanos of its beginning that does not count
   * @param nanos that count
   */
  record Turn(long leadNanos, long nanos) {}

  /** Turns of the same length, one after another, without a rival. */
  static Turns alone(int turns, long nanos) {
    return new Turns() {
      private int left = turns;

      @Override
      public Optional<Turn> next() {
        return left-- > 0 ? Optional.of(new Turn(0, nanos)) : Optional.empty();
      }
    };
  }

  /** Waits until operations that do not count may begin. */
  default void awaitWarmUp() throws IOException, InterruptedException {}

  /** Waits for the next turn; empty when there are no more. */
  Optional<Turn> next() throws IOException, InterruptedException;

  /** The turn has ended: no thread works. */
  default void ended(Window measured) throws IOException, InterruptedException {}
}
