package dev.storagebench.core.benchmark;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.datasets.packed.PackedCursor;
import java.io.IOException;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Puts all records into an empty store, one by one, in the order of the data set; each thread loads
 * a contiguous part. The time is that of a thread until its last put is acknowledged; the time to
 * settle afterwards is reported separately.
 */
public class Load extends SingleShotBenchmark {
  @Override
  public InitialState initialState(Map<String, String> parameters) {
    return InitialState.EMPTY;
  }

  @Override
  public String unit() {
    return "rec/s";
  }

  /** An empty store. */
  @State(Scope.Benchmark)
  public static class EmptyStore extends KeyValueState {
    @Override
    protected String digest(int threads) {
      return data().summary().digest();
    }
  }

  /** A thread that loads a part. */
  @State(Scope.Thread)
  public static class Part {
    /** Closes the store with the last part; JMH calls this after the shot. */
    @TearDown
    public void close(EmptyStore store) throws IOException, InterruptedException {
      store.threadEnded();
    }
  }

  /** Loads the calling thread's part. */
  @Benchmark
  public void load(Part part, EmptyStore store, ThreadParams thread, OperationCounts counts)
      throws IOException {
    store.beginShot(thread.getThreadCount());
    try (PackedCursor cursor =
            store.data().cursor(thread.getThreadIndex(), thread.getThreadCount());
        BulkLoader puts = BulkLoader.over(store.session())) {
      counts.writes += CellStore.load(cursor, puts, store.maxValueBytes(), records -> {});
    }
    store.endShot(thread.getThreadCount());
    store.sessionClosed();
  }
}
