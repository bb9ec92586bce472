package dev.storagebench.engines.leveldbc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;

/** Objects of a C library with one owner, which destroys them in reverse order. */
final class Handles implements AutoCloseable {
  private final Deque<Runnable> destructors = new ArrayDeque<>();

  /** Takes an object over. */
  long own(long object, LongConsumer destructor) {
    destructors.push(() -> destructor.accept(object));
    return object;
  }

  @Override
  public void close() {
    while (!destructors.isEmpty()) {
      destructors.pop().run();
    }
  }
}
