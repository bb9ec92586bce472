package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.Worker;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** One thread's worker on the store of its cell. */
@State(Scope.Thread)
public abstract class WorkerState {
  // Set by the subclass's set-up, which JMH calls with the store of its benchmark.
  Worker worker;
  private OperationsState store;

  final void begin(OperationsState operations, ThreadParams thread) {
    store = operations;
    worker = operations.worker(thread.getThreadIndex());
  }

  /** Closes the session; the store closes when all have done so. */
  @TearDown
  public void close() {
    worker.close();
    store.cell().sessionClosed();
  }
}
