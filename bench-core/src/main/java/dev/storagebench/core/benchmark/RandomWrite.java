package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.OperationCounts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** Overwrites one random record with a new value. It begins with a copy of the prepared store. */
public class RandomWrite extends OperationBenchmark {

  /** A copy of a prepared store. */
  @State(Scope.Benchmark)
  public static class WriteStore extends OperationsState {
    @Override
    int readPercent() {
      return 0;
    }
  }

  /** One thread's worker. */
  public static class Writer extends WorkerState {
    /** Opens the thread's session. */
    @Setup
    public void open(WriteStore store, ThreadParams thread) {
      begin(store, thread);
    }
  }

  /** Writes one record. */
  @Benchmark
  public void put(Writer writer, OperationCounts counts) {
    writer.worker.write(counts);
  }
}
