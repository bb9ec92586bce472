package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.StoreAccess;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reads or overwrites one random record of a copy of the prepared store; every thread does both, in
 * the given proportion.
 *
 * <p>With {@code insertPercent=n}, n percent of all operations insert a record of the thread's own.
 * With the distribution {@code latest} its last one is the most popular for it; others choose among
 * the loaded records.
 */
public class ReadWriteMix extends OperationBenchmark {
  @Override
  public List<Parameter<?>> own() {
    return OperationsState.with(Parameter.READ_PERCENT, Parameter.INSERT_PERCENT);
  }

  @Override
  public String label(Parameters of) {
    String reads = name() + " " + of.text(Parameter.READ_PERCENT);
    return reads + (inserts(of) > 0 ? " insert " + inserts(of) : "");
  }

  @Override
  public Optional<Integer> readPercent(Parameters of) {
    return inserts(of) > 0 ? Optional.empty() : Optional.of(of.get(Parameter.READ_PERCENT));
  }

  private static int inserts(Parameters of) {
    return of.get(Parameter.INSERT_PERCENT);
  }

  @Override
  public double recordsWritten(Parameters of) {
    return (100 - of.get(Parameter.READ_PERCENT)) / 100.0;
  }

  @Override
  public void validate(Parameters of) {
    super.validate(of);
    int reads = of.get(Parameter.READ_PERCENT);
    if (reads + inserts(of) > 100) {
      throw new IllegalArgumentException(
          "invalid insertPercent '%d' (expected 0 to %d beside readPercent=%d)"
              .formatted(inserts(of), 100 - reads, reads));
    }
  }

  /** A copy of a prepared store. */
  public static class MixStore extends OperationsState {
    @Override
    int readPercent() {
      return get(Parameter.READ_PERCENT);
    }

    @Override
    int insertPercent() {
      return get(Parameter.INSERT_PERCENT);
    }

    @Override
    WorkLoop.Job job(StoreAccess access, int thread) {
      if (get(Parameter.INSERT_PERCENT) == 0) {
        return super.job(access, thread);
      }
      PointClient client = inserting(access, thread);
      return job(client, client::mixOrInsert, 1, thread);
    }
  }

  /** A thread with a session of its own. */
  public static class Mixer extends JobThread {
    /** Opens the thread's session. */
    @Setup
    public void open(MixStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Reads, writes or inserts one record. */
  @Benchmark
  public long mix(Mixer mixer, OperationCounts counts) throws InterruptedException {
    return mixer.run(counts);
  }
}
