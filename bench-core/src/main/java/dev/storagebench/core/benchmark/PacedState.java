package dev.storagebench.core.benchmark;

import dev.storagebench.core.openloop.Pace;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * A thread whose operations may come at a rate. Without one, it begins an operation as soon as it
 * is done with the last, and all of this comes to two comparisons with null.
 */
@State(Scope.Thread)
public abstract class PacedState {
  private @Nullable Pace pace;

  /** Takes the thread's pace; null for none. */
  protected final void keep(@Nullable Pace own) {
    pace = own;
  }

  /** Only measured iterations have response times. */
  @Setup(Level.Iteration)
  public final void beginIteration(IterationParams iteration) {
    if (pace != null) {
      pace.beginIteration(iteration.getType() == IterationType.MEASUREMENT);
    }
  }

  /** Whether operations come at a rate. */
  protected final boolean paced() {
    return pace != null;
  }

  /** Waits until an operation is to begin; false if none is, because the iteration is over. */
  protected final boolean begins(Control control) {
    return pace == null || pace.await(control);
  }

  /** Tells that the operation is done. */
  protected final void ended() {
    if (pace != null) {
      pace.done();
    }
  }
}
