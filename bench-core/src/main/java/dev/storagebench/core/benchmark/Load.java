package dev.storagebench.core.benchmark;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.store.LoadProgress;
import dev.storagebench.core.store.StoreLoader;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.datasets.packed.PackedCursor;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Puts all records into an empty store, one by one, in the order of the data set; each thread loads
 * a contiguous part of them. The time is a thread's, until its last put is acknowledged; settling
 * the store afterwards is in the cell's report.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class Load {

  /** An empty store. */
  @State(Scope.Benchmark)
  public static class EmptyStore extends CellState {
    /** The engine's name. */
    @Param({
      "rocksdb",
      "lmdb",
      "mapdb",
      "mapdb-hash",
      "mvstore",
      "xodus",
      "je",
      "h2",
      "chronicle",
      "sqlite",
      "leveldbjni",
      "noop"
    })
    public String engine = "";

    private final AtomicInteger parts = new AtomicInteger();

    private final AtomicLong start = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong end = new AtomicLong(Long.MIN_VALUE);

    @Override
    protected double wallSeconds() {
      return (end.get() - start.get()) / 1e9;
    }

    private void endPart() {
      end.accumulateAndGet(System.nanoTime(), Math::max);
    }

    private void beginPart(int threads) {
      start.accumulateAndGet(System.nanoTime(), Math::min);
      if (parts.incrementAndGet() > threads) {
        throw new IllegalStateException(
            "the store is full after one iteration: use -i 1 -wi 0, and -f N for more loads");
      }
    }

    @Override
    protected OpenCell.Beginning beginning() {
      return OpenCell.Beginning.EMPTY;
    }

    @Override
    protected String digest(OpenCell open, int threads) {
      return open.data().summary().digest();
    }
  }

  /** Loads the calling thread's part. */
  @Benchmark
  public void load(EmptyStore state, ThreadParams thread, OperationCounts counts)
      throws IOException {
    state.beginPart(thread.getThreadCount());
    OpenCell open = state.cell();
    try (PackedCursor cursor =
            open.data().cursor(thread.getThreadIndex(), thread.getThreadCount());
        BulkLoader puts = BulkLoader.over(open.session())) {
      counts.writes += StoreLoader.load(cursor, puts, open.maxValueBytes(), LoadProgress.NONE);
    }
    state.endPart();
    open.sessionClosed();
  }
}
