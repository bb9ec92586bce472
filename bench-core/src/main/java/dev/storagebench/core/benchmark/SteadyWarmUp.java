package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.workload.MannKendall;
import dev.storagebench.core.workload.OperationCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs the operations of a benchmark before JMH's first iteration, until the throughput shows no
 * trend and the caches have seen one read per key.
 */
final class SteadyWarmUp {
  private static final long WINDOW_MILLIS = 1_000;
  // Other streams of operations than the measured ones.
  private static final int FIRST_THREAD = 1 << 12;

  /**
   * The work of one thread.
   *
   * @param operation carries out one operation
   * @param close closes the thread's session
   */
  record Job(Consumer<OperationCounts> operation, Runnable close) {}

  private final OperationsState state;
  private final int threads;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final List<AtomicLong> done = new ArrayList<>();

  SteadyWarmUp(OperationsState state, int threads) {
    this.state = state;
    this.threads = threads;
  }

  /**
   * Warms up.
   *
   * @param round the minimum number of operations, within the time limit
   */
  CellReport.WarmUp run(Duration atMost, long round) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        AtomicLong count = new AtomicLong();
        done.add(count);
        int index = FIRST_THREAD + state.thread(thread, threads);
        workers.add(pool.submit(() -> work(index, count)));
      }
      CellReport.WarmUp warmUp = watch(atMost, round, workers);
      stop.set(true);
      for (Future<?> worker : workers) {
        rethrow(worker);
      }
      return warmUp;
    } finally {
      stop.set(true);
      pool.shutdown();
    }
  }

  private CellReport.WarmUp watch(Duration atMost, long round, List<Future<?>> workers)
      throws InterruptedException {
    long start = System.nanoTime();
    List<Double> windows = new ArrayList<>();
    long before = 0;
    long windowStart = start;
    while (true) {
      Thread.sleep(WINDOW_MILLIS);
      long now = System.nanoTime();
      long all = done.stream().mapToLong(AtomicLong::get).sum();
      windows.add((all - before) * 1e9 / (now - windowStart));
      before = all;
      windowStart = now;
      boolean steady = MannKendall.noTrend(windows);
      boolean over = now - start >= atMost.toNanos();
      boolean failed = workers.stream().anyMatch(Future::isDone);
      if ((steady && all >= round) || over || failed) {
        return new CellReport.WarmUp(
            steady,
            all,
            windows,
            "no trend over %d s%s, at most %d s%s"
                .formatted(
                    MannKendall.WINDOW,
                    round > 0 ? " and %,d operations".formatted(round) : "",
                    atMost.toSeconds(),
                    over ? ": time limit reached" : ""));
      }
    }
  }

  private void work(int thread, AtomicLong count) {
    Job job = state.job(thread, state.threads());
    OperationCounts counts = new OperationCounts();
    try {
      for (long operations = 1; !stop.get(); operations++) {
        job.operation().accept(counts);
        count.lazySet(operations);
      }
    } finally {
      job.close().run();
      state.sessionClosed();
    }
  }

  private static void rethrow(Future<?> worker) throws InterruptedException {
    try {
      worker.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
