package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.workload.DeleteClient;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.datasets.packed.KeyTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Deletes a percentage of all records in random order, one by one; each thread has its own part.
 * With {@code atMost} it ends after a time, done or not. The time is that of a thread until its
 * last deletion is acknowledged; the time to settle afterwards and the size of the store then are
 * reported separately. At the end, a sample of the deleted records must be gone and a sample of the
 * others must be stored.
 *
 * <p>It runs once, like {@link Load}, because a record can be deleted only once. A steady benchmark
 * would have to put each record back, and its time would be that of both.
 */
public class Delete extends SingleShotBenchmark {
  @Override
  public String label(Parameters of) {
    return name() + " " + of.get(Parameter.PERCENT);
  }

  @Override
  public List<Parameter<?>> own() {
    return List.of(Parameter.PERCENT, Parameter.AT_MOST);
  }

  /** A copy of a prepared store. */
  public static class FullStore extends KeyValueState {
    private static final long SCRATCH_RECORDS = 10_000;
    private static final long SCRATCH_NANOS = 500_000_000;

    private final LongAdder left = new LongAdder();

    /** Deletes small records from scratch stores, under the memory limit if there is one. */
    @Override
    protected CellReport.@Nullable WarmUp warmUp(int threads)
        throws IOException, InterruptedException {
      int size = Math.toIntExact(workingSet().keys().size());
      int part = Math.max(1, size / threads);
      return warmUp(
          threads,
          (scratch, thread) -> {
            KeyTable.View keys = workingSet().keys().view();
            long until = System.nanoTime() + SCRATCH_NANOS;
            int done = 0;
            try (Session session = ((KeyValueStore) scratch).session()) {
              for (; done < SCRATCH_RECORDS && System.nanoTime() < until; done++) {
                ByteBuffer key = keys.key((thread * part + done % part) % size);
                session.put(key, key);
                session.delete(key);
              }
            }
            return done;
          });
    }

    @Override
    protected String digest(int threads) {
      return DeleteClient.digest(workingSet().keys(), get(Parameter.PERCENT), seeds(), threads);
    }

    @Override
    protected List<Figure> figures() {
      return with(super.figures(), List.of(new Figure("unwritten", left.sum(), "#")));
    }

    private DeleteClient client(int thread) {
      return new DeleteClient(access(session()), get(Parameter.PERCENT), thread, threads());
    }
  }

  /** A thread with a session of its own, and its part of the records. */
  public static class Part extends ThreadState {
    // Set before the shot.
    private FullStore store;
    private DeleteClient client;

    /** Opens the session. */
    @Setup
    public void open(FullStore full, ThreadParams thread) {
      store = full;
      open(full, thread, () -> client = full.client(full.thread(thread)));
    }

    /** Verifies a sample, after the shot. */
    @Override
    protected void closeSession() {
      client.close();
    }
  }

  /**
   * Deletes the calling thread's part. The store is not a parameter: JMH would close it before the
   * thread's session.
   */
  @Benchmark
  public void delete(Part part, ThreadParams thread, OperationCounts counts) {
    part.beginShot();
    while (part.client.left() > 0 && !part.store.over && part.begins()) {
      part.client.delete();
      counts.deletes++;
      part.ended();
    }
    part.store.left.add(part.client.left());
    part.endShot(thread);
  }
}
