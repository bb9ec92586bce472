package dev.storagebench.core.benchmark;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.workload.OperationCounts;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Puts all records into an empty store, one by one, in the order of the data set: what {@link Load}
 * would cost without the engine's bulk loader, with the durability asked for at each put.
 */
public class Insert extends SingleShotBenchmark {
  @Override
  public String unit() {
    return "rec/s";
  }

  /** An empty store whose loaders put record by record. */
  @State(Scope.Benchmark)
  public static class InsertStore extends Load.EmptyStore {
    @Override
    boolean isParallel() {
      return true;
    }

    @Override
    BulkLoader loader(Store store) {
      return BulkLoader.over(((KeyValueStore) store).session());
    }
  }

  /** A thread that inserts a part. */
  @State(Scope.Thread)
  public static class Part {
    /** Closes the store with the last part; JMH calls this after the shot. */
    @TearDown
    public void close(InsertStore store) throws IOException, InterruptedException {
      store.threadEnded();
    }
  }

  /** Inserts the calling thread's part. */
  @Benchmark
  public void insert(Part part, InsertStore store, ThreadParams thread, OperationCounts counts)
      throws IOException {
    store.load(thread, counts);
  }
}
