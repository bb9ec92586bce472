package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.PointClient;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread that reads and writes single records. */
@State(Scope.Thread)
public abstract class PointThread extends ThreadState {
  // Set by the subclass's set-up, which JMH calls with the state of its benchmark.
  PointClient client;

  final void open(OperationsState operations, ThreadParams thread) {
    open(
        operations,
        thread,
        () -> client = operations.client(operations.thread(thread), operations.threads()));
  }

  @Override
  protected final void closeSession() {
    client.close();
  }
}
