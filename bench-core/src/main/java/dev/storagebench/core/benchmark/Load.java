package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Capabilities.Feature;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Loads all records into an empty store by the engine's bulk loader, in the order of the data set;
 * each thread loads a contiguous part with a loader of its own, or the first one all of it if the
 * engine has a single writer. The time is that from the first record until all loaders are closed
 * and all records can be read; the time to settle afterwards is reported separately.
 *
 * <p>With {@code batch=n} each thread writes its part in atomic batches of n records instead, or
 * with {@code batch=1} record by record, with the durability asked for.
 *
 * <p>The code is warm: before, and before a memory limit holds, the records were loaded into
 * scratch stores.
 */
public class Load extends SingleShotBenchmark {
  @Override
  public String label(Parameters of) {
    int batch = batch(of);
    return name() + (batch == 0 ? "" : " batch " + batch);
  }

  @Override
  public List<Parameter<?>> own() {
    return List.of(Parameter.BATCH);
  }

  @Override
  public List<String> defaults(Parameter<?> parameter) {
    return parameter == Parameter.BATCH ? List.of(Parameter.AUTO) : super.defaults(parameter);
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    RandomWrite.requireBatches(engine, of, batch(of));
  }

  @Override
  public int recordsAtOnce(Parameters of) {
    return Math.max(1, batch(of));
  }

  /** The records in a batch; 0 for the engine's bulk loader. */
  private static int batch(Parameters of) {
    return of.has(Parameter.BATCH) ? of.get(Parameter.BATCH).orElse(0) : 0;
  }

  @Override
  public InitialState initialState(Parameters of) {
    return InitialState.EMPTY;
  }

  @Override
  public boolean isLoad() {
    return true;
  }

  /** An empty store. */
  public static class EmptyStore extends KeyValueState {
    // A thread loads no more into a scratch store: enough to compile what is called.
    private static final long MAX_PART_RECORDS = 200_000;
    private static final int READ_BACK = 1000;

    /** Reads some of all records back, and the last one. */
    @Override
    protected void verify() {
      KeyTable.View keys = workingSet().keys().view();
      int last = Math.toIntExact(workingSet().keys().size()) - 1;
      ByteBuffer into = ValueChecksum.buffer(maxValueBytes());
      try (Session session = ((KeyValueStore) store()).session()) {
        for (int i = last; storesValues() && i >= 0; i -= Math.max(1, last / READ_BACK)) {
          ByteBuffer key = keys.key(i);
          ValueChecksum.require(/* stored= */ true, key, into, session.get(key, into));
        }
      }
    }

    private long load(Store store, int thread, int threads, int parts) throws IOException {
      int records = batch(parameters());
      // Otherwise the first thread does the work of all.
      boolean parallel =
          records > 0
              || cell().cell().engine().capabilities().features().contains(Feature.PARALLEL_LOADS);
      if (thread > 0 && !parallel) {
        return 0;
      }
      try (PackedCursor cursor = data().cursor(thread, parallel ? parts : parts / threads);
          BulkLoader loader = loader(store, records)) {
        return CellStore.load(cursor, loader, maxValueBytes(), loaded -> {});
      }
    }

    private static BulkLoader loader(Store store, int records) {
      if (records == 0) {
        return store.loader();
      }
      Session session = ((KeyValueStore) store).session();
      return records == 1
          ? BulkLoader.over(session)
          : BulkLoader.over(session, session.batch(), records, Long.MAX_VALUE);
    }

    @Override
    protected CellReport.@Nullable WarmUp warmUp(int threads)
        throws IOException, InterruptedException {
      int parts = (int) Math.max(threads, data().summary().records() / MAX_PART_RECORDS);
      return warmUp(threads, (scratch, thread) -> load(scratch, thread, threads, parts));
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
    int threads = thread.getThreadCount();
    store.beginShot();
    counts.writes += store.load(store.store(), thread.getThreadIndex(), threads, threads);
    store.endShot(threads);
  }
}
