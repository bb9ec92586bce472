package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reads one random stored record. The value is copied out, each of its cache lines is touched, and
 * a sample is verified.
 */
public class PointRead extends OperationBenchmark {
  /**
   * Its name. It has the parameters that all benchmarks of single operations share, and no other.
   */
  public static final String NAME = "PointRead";

  @Override
  public Optional<Integer> readPercent(Parameters of) {
    return Optional.of(100);
  }

  @Override
  public InitialState initialState(Parameters of) {
    return InitialState.PREPARED;
  }

  /** A prepared store that is only read. */
  public static class ReadStore extends OperationsState {
    @Override
    int readPercent() {
      return 100;
    }
  }

  /** A thread with a session of its own. */
  public static class Reader extends JobThread {
    /** Opens the thread's session. */
    @Setup
    public void open(ReadStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Reads records, one at a time. */
  @Benchmark
  public long get(Reader reader, OperationCounts counts) throws InterruptedException {
    return reader.run(counts);
  }
}
