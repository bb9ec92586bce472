package dev.storagebench.core.turns;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

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
    Iterator<Turn> left = Collections.nCopies(turns, new Turn(0, nanos)).iterator();
    return last -> left.hasNext() ? left.next() : null;
  }

  /** Waits until operations that do not count may begin. */
  default void awaitWarmUp() throws IOException, InterruptedException {}

  /**
   * Waits for the next turn, while no thread works.
   *
   * @param last what was measured in the turn before; null before the first one
   * @return null when there are no more
   */
  @Nullable Turn next(@Nullable Window last) throws IOException, InterruptedException;
}
