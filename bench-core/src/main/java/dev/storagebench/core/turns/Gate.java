package dev.storagebench.core.turns;

import org.jspecify.annotations.Nullable;

/**
 * The line at which the threads of a fork wait between two windows of work. One other thread opens
 * windows for all of them.
 */
public final class Gate {
  private final int threads;
  // Before the first one.
  private final Window start = new Window(Window.Kind.RETURN, 0);
  private Window last = start;
  private int waiting;
  private boolean ended;
  private @Nullable RuntimeException failure;

  /** A gate for so many threads. */
  public Gate(int threads) {
    this.threads = threads;
  }

  /**
   * Waits for the window that follows one; for the working threads.
   *
   * @param before null for the first one
   * @return null after the end
   * @throws RuntimeException if another thread has failed, with its reason
   */
  public synchronized @Nullable Window after(@Nullable Window before) throws InterruptedException {
    waiting++;
    notifyAll();
    Window done = before == null ? start : before;
    while (done.next == null && !ended) {
      wait();
    }
    waiting--;
    if (failure != null) {
      throw failure;
    }
    return done.next;
  }

  /** Opens a window, which threads enter when they have done the one before. */
  public synchronized Window open(Window.Kind kind) {
    Window window = new Window(kind, threads);
    last.next = window;
    last = window;
    notifyAll();
    return window;
  }

  /**
   * Waits until all threads have done all windows and wait for the next one.
   *
   * @throws RuntimeException if a thread has failed, with its reason
   */
  public synchronized void awaitThreads() throws InterruptedException {
    while (failure == null && !(waiting == threads && last.isDone())) {
      wait();
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Waits until all threads have done a window; they may be in the next one.
   *
   * @throws RuntimeException if a thread has failed, with its reason
   */
  public synchronized void await(Window window) throws InterruptedException {
    while (failure == null && !window.isDone()) {
      wait();
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Lets the threads go; no window follows. */
  public synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Ends all threads, because one cannot go on. */
  public synchronized void fail(Throwable reason) {
    if (failure == null) {
      failure =
          reason instanceof RuntimeException known ? known : new IllegalStateException(reason);
    }
    end();
  }

  /** Whether a thread has failed. */
  public synchronized boolean hasFailed() {
    return failure != null;
  }
}
