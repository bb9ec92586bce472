package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.workload.DeleteClient;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.WorkloadType;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Deletes a share of all records in random order, one by one; each thread has its own part. The
 * time is a thread's, until its last deletion is acknowledged; settling the store afterwards, and
 * its size then, are in the cell's report. At the end a sample of the deleted records must be gone
 * and a sample of the others be there.
 *
 * <p>It is a single shot like {@link Load}, because a stored record can be deleted once. A steady
 * benchmark would have to put each record back, which {@link RandomWrite} with {@code start=empty}
 * measures alone, and no share of the time would then be the deletion's.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class Delete implements WorkloadType {
  @Override
  public String name() {
    return "Delete";
  }

  @Override
  public boolean isSingleShot() {
    return true;
  }

  @Override
  public InitialState initialState(Map<String, String> parameters) {
    return InitialState.COPY;
  }

  @Override
  public String label(Map<String, String> parameters) {
    return name() + " " + parameters.get("percent");
  }

  @Override
  public void validate(Map<String, String> parameters) {
    percent(parameters.get("percent"));
  }

  private static int percent(String percent) {
    return CellSettings.positive("percent", percent, 100);
  }

  /** A copy of a prepared store. */
  @State(Scope.Benchmark)
  public static class FullStore extends OneShotState {
    /** How many of a hundred records are deleted, 1 to 100. */
    @Param("50")
    public String percent = "";

    /** For JMH. */
    public FullStore() {
      super("the records are deleted");
    }

    @Override
    protected String digest(OpenCell open, int threads) {
      return DeleteClient.digest(open.workingSet().keys(), percent(percent), seeds(), threads);
    }

    final DeleteClient remover(int thread, int threads) {
      OpenCell open = cell();
      return new DeleteClient(
          open.session(),
          open.workingSet().keys(),
          percent(percent),
          seeds(),
          thread,
          threads,
          open.maxValueBytes(),
          open.storesValues());
    }
  }

  /** One thread's part. */
  @State(Scope.Thread)
  public static class Part {
    // Set before the shot.
    private FullStore store;
    private DeleteClient remover;

    /** Opens the thread's session. */
    @Setup
    public void open(FullStore full, ThreadParams thread) {
      store = full;
      remover = full.remover(thread.getThreadIndex(), thread.getThreadCount());
    }

    /** Looks at what was done and closes the session; the store closes when all have done so. */
    @TearDown
    public void close() {
      try {
        remover.check();
      } finally {
        remover.close();
        store.cell().sessionClosed();
      }
    }
  }

  /**
   * Deletes the calling thread's part. The store is no parameter: JMH would close it before the
   * thread's session.
   */
  @Benchmark
  public void delete(Part part, ThreadParams thread, OperationCounts counts) {
    part.store.beginPart(thread.getThreadCount());
    part.remover.run(counts);
    part.store.endPart(thread.getThreadCount());
  }
}
