package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.workload.AbsentKeys;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.KeyBatch;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.StoreAccess;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reads one random stored record. The value is copied out, each of its cache lines is touched, and
 * a sample is verified.
 *
 * <p>With {@code missing=n}, n percent of the reads ask for {@link AbsentKeys}, and a value for one
 * of them is a wrong answer. With {@code batch=n}, n keys are read by one call of the engine. An
 * operation still is one key; what is timed singly is a call, and a {@code rate} is one of calls.
 */
public class PointRead extends OperationBenchmark {
  /** Its name. */
  public static final String NAME = "PointRead";

  @Override
  public List<Parameter<?>> own() {
    return OperationsState.with(Parameter.MISSING, Parameter.BATCH);
  }

  @Override
  public String label(Parameters of) {
    int missing = of.get(Parameter.MISSING);
    return name()
        + (missing == 0 ? "" : " missing " + missing)
        + (recordsAtOnce(of) == 1 ? "" : " batch " + recordsAtOnce(of));
  }

  @Override
  public Optional<Integer> readPercent(Parameters of) {
    return label(of).equals(name()) ? Optional.of(100) : Optional.empty();
  }

  @Override
  public InitialState initialState(Parameters of) {
    return InitialState.PREPARED;
  }

  /** A prepared store that is only read. */
  public static class ReadStore extends OperationsState {
    private final Queue<KeyBatch> batches = new ConcurrentLinkedQueue<>();
    private @Nullable AbsentKeys absent;

    @Override
    int readPercent() {
      return 100;
    }

    @Override
    int storedPercent() {
      return 100 - get(Parameter.MISSING);
    }

    /** Allocates before a memory limit applies, so that the engine has all of it. */
    @Override
    protected CellReport.@Nullable WarmUp warmUp(int threads)
        throws IOException, InterruptedException {
      absent = storedPercent() == 100 ? null : AbsentKeys.of(workingSet().keys());
      int keys = get(Parameter.BATCH).orElse(1);
      for (int i = 0; i < threads && keys > 1; i++) {
        batches.add(new KeyBatch(keys, maxValueBytes()));
      }
      return super.warmUp(threads);
    }

    @Override
    WorkLoop.Job job(StoreAccess access, int thread) {
      int keys = get(Parameter.BATCH).orElse(1);
      KeyBatch batch = keys == 1 ? null : Objects.requireNonNull(batches.poll());
      AbsentKeys.@Nullable View missing = absent == null ? null : absent.view();
      if (batch == null && missing == null) {
        return super.job(access, thread);
      }
      PointClient client = client(access, thread, threads());
      return batch == null
          ? job(client, counts -> client.readOrMiss(missing, counts), 1, thread)
          : job(client, counts -> client.readAtOnce(batch, missing, counts), keys, thread);
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

  /** Reads records, one at a time or by calls of several. */
  @Benchmark
  public long get(Reader reader, OperationCounts counts) throws InterruptedException {
    return reader.run(counts);
  }
}
