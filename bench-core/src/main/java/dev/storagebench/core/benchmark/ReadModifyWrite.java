package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.StoreAccess;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * YCSB's workload F: every operation reads one random record of a copy of the prepared store; half
 * of them write it, too. As in YCSB the new value does not depend on the one that was read, and the
 * two calls are no transaction. YCSB draws its keys as {@code distribution=zipfian} does.
 *
 * @see <a
 *     href="https://github.com/brianfrankcooper/YCSB/blob/master/workloads/workloadf">workloadf</a>
 */
public class ReadModifyWrite extends OperationBenchmark {
  @Override
  public double recordsWritten(Parameters of) {
    return 0.5;
  }

  /** A copy of a prepared store. */
  public static class ModifiedStore extends OperationsState {
    @Override
    int readPercent() {
      return 50;
    }

    @Override
    WorkLoop.Job job(StoreAccess access, int thread) {
      PointClient client = client(access, thread, threads());
      return job(client, client::modify, 1, thread);
    }
  }

  /** A thread with a session of its own. */
  public static class Modifier extends JobThread {
    /** Opens the session. */
    @Setup
    public void open(ModifiedStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Reads one record, and maybe writes it. */
  @Benchmark
  public long modify(Modifier modifier, OperationCounts counts) throws InterruptedException {
    return modifier.run(counts);
  }
}
