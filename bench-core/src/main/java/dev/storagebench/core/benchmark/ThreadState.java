package dev.storagebench.core.benchmark;

import dev.storagebench.core.openloop.Pacer;
import dev.storagebench.core.recorder.OperationClock;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A benchmark thread with a session of its own. In an open loop its operations come at a rate; in a
 * closed loop, where each begins as soon as the last one is done, this costs four comparisons with
 * null.
 */
@State(Scope.Thread)
public abstract class ThreadState {
  // Set by the subclass's set-up, which has the state that JMH gives it.
  CellState cell;
  private @Nullable Pacer pacer;
  private @Nullable OperationClock clock;

  /**
   * Joins the threads of a cell and opens the thread's session; if that fails, no other thread
   * waits for this one.
   */
  protected final void open(CellState state, ThreadParams thread, Runnable session) {
    attach(state, thread, () -> 0);
    try {
      session.run();
    } catch (RuntimeException | Error e) {
      state.abort(e);
      throw e;
    }
  }

  /**
   * Joins the threads of a cell; its session has been or will be opened.
   *
   * @param recordedNanos when the thread's next operation is due, for {@code rate=recorded}
   */
  final void attach(CellState state, ThreadParams thread, LongSupplier recordedNanos) {
    cell = state;
    pacer = state.pacer(state.thread(thread), recordedNanos);
    clock = state.isSingleShot() ? state.clock() : null;
  }

  /** Closes the thread's session. */
  protected abstract void closeSession() throws InterruptedException;

  /** Closes the session, then the store; JMH calls this after the last iteration. */
  @TearDown
  public final void close() throws IOException, InterruptedException {
    try {
      closeSession();
    } finally {
      cell.sessionClosed();
    }
    cell.threadEnded();
  }

  /** Begins the thread's part of work that can be done only once. */
  final void beginShot() {
    cell.beginShot();
    if (pacer != null) {
      pacer.beginIteration(true);
    }
  }

  /** Ends the thread's part of work that can be done only once. */
  final void endShot(ThreadParams thread) {
    if (pacer != null) {
      pacer.finish();
    }
    cell.endShot(thread.getThreadCount());
  }

  /** The arrivals of operations; null in a closed loop. */
  final @Nullable Pacer arrivals() {
    return pacer;
  }

  /** Waits for the arrival of the next operation; false if there is none. */
  protected final boolean begins() {
    if (pacer != null && !pacer.await(null)) {
      return false;
    }
    if (clock != null) {
      clock.begin();
    }
    return true;
  }

  /** Records that the operation has ended. */
  protected final void ended() {
    if (clock != null) {
      clock.end();
    }
    if (pacer != null) {
      pacer.done();
    }
  }
}
