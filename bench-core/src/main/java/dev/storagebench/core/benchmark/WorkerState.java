package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.PointClient;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** One thread's worker on the store of its cell. */
@State(Scope.Thread)
public abstract class WorkerState extends PacedState {
  // Set by the subclass's set-up, which JMH calls with the store of its benchmark.
  PointClient worker;
  private OpenCell cell;

  final void begin(OperationsState operations, ThreadParams thread) {
    cell = operations.cell();
    worker = operations.worker(thread.getThreadIndex(), thread.getThreadCount());
    keep(operations.pace(thread.getThreadIndex()));
  }

  /** Closes the session; the store closes when all have done so. */
  @TearDown
  public void close() {
    worker.close();
    cell.sessionClosed();
  }
}
