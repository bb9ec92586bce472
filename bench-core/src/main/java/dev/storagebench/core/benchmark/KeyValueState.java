package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.engine.Store;
import dev.storagebench.datasets.packed.OwnedFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The key-value store of a cell, of any engine. */
public abstract class KeyValueState extends CellState {
  private static final long MIN_WARM_UP_NANOS = 1_000_000_000L;
  private static final long MAX_WARM_UP_NANOS = 10_000_000_000L;
  private static final double FASTER = 1.05;

  // Whether threads end work that can be done only once, done or not.
  volatile boolean over;

  /** The defaults of key-value benchmarks. */
  static List<String> defaults(Parameter<?> parameter) {
    return parameter == Parameter.ENGINE ? List.of("rocksdb") : parameter.defaults();
  }

  /** Work of a thread in a scratch store. */
  interface Scratch {
    /** Does the thread's part; returns the number of its operations. */
    long use(Store store, int thread) throws IOException;
  }

  /**
   * Warms the code up in scratch stores, one after the other, until one is used no faster than
   * those before. Not for a server: it is a process of its own, and each scratch store would start
   * another one.
   */
  final CellReport.@Nullable WarmUp warmUp(int threads, Scratch scratch)
      throws IOException, InterruptedException {
    if (cell().cell().engine().capabilities().isServer()) {
      return null;
    }
    List<Double> rates = new ArrayList<>();
    long operations = 0;
    double best = 0;
    boolean steady = false;
    long start = System.nanoTime();
    long elapsed = 0;
    while (elapsed < MIN_WARM_UP_NANOS || (!steady && elapsed < MAX_WARM_UP_NANOS)) {
      long done = useOnce(threads, scratch);
      long end = System.nanoTime() - start;
      double rate = done * 1e9 / (end - elapsed);
      steady = rate < best * FASTER;
      best = Math.max(best, rate);
      elapsed = end;
      operations += done;
      rates.add(rate);
    }
    return new CellReport.WarmUp(
        steady,
        operations,
        elapsed / 1e9,
        rates,
        "scratch stores until one was less than 5 % faster than any before, 1 s to 10 s");
  }

  private long useOnce(int threads, Scratch scratch) throws IOException, InterruptedException {
    try (OwnedFolder folder = cell().cell().workFolder();
        Store store = cell().cell().open(folder.path())) {
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        List<Callable<Long>> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          int thread = i;
          parts.add(() -> scratch.use(store, thread));
        }
        long operations = 0;
        // Returns when all have ended: if one has failed, the others still use the store.
        for (Future<Long> part : pool.invokeAll(parts)) {
          operations += await(part);
        }
        return operations;
      } finally {
        pool.shutdown();
      }
    }
  }

  /** Ends work that can be done only once after its time, done or not. */
  @Override
  void recorded(List<SeriesPoint> seconds) {
    int limit = get(Parameter.AT_MOST);
    over |=
        limit > 0
            && seconds.stream().filter(SeriesPoint::measured).mapToDouble(SeriesPoint::length).sum()
                >= limit;
  }
}
