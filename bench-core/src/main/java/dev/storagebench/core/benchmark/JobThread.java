package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.OperationCounts;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread that works as its state's job does. */
public abstract class JobThread extends ThreadState {
  // Set by the subclass's set-up, which JMH calls with the state of its benchmark.
  private SteadyWarmUp.Job job;

  final void open(OperationsState operations, ThreadParams thread) {
    open(
        operations,
        thread,
        () -> job = operations.job(operations.thread(thread), operations.threads()));
  }

  /** One operation, if it comes before the iteration ends; what it returns is for JMH. */
  final long run(OperationCounts counts, Control control) {
    return begins(control) ? perform(counts) : 0;
  }

  /** One operation, which has begun. */
  final long perform(OperationCounts counts) {
    long result = job.operation().run(counts);
    ended();
    return result;
  }

  @Override
  protected void closeSession() throws InterruptedException {
    job.close().run();
  }
}
