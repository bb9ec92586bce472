package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.SeriesPoint;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Watches operations that do not count until the compiler has little left to do, the throughput no
 * longer rises and enough has been done.
 *
 * <p>What is looked at grows with what has run: an engine that is compiled within milliseconds is
 * done at once, and one whose code keeps the compiler's queue full for ten seconds is not. The
 * compiler also gives away a rise that a busy machine hides. A throughput that falls does not hold
 * it up, unless to a tenth: a log-structured store that is written to falls for as long as it
 * grows.
 *
 * @param cycle the minimum time, within the time limit: a throughput that rises and falls in a
 *     cycle is steady as soon as the compiler is idle
 * @param atMost the time limit
 * @param least the minimum number of operations, within the time limit
 */
record SteadyWarmUp(Duration cycle, Duration atMost, long least) {
  // The last quarter of the windows, as a share of all.
  private static final double STALL = 0.1;
  // Of one processor, in the second half.
  private static final double TOLERATED_COMPILING = 0.2;
  private static final long FIRST_WINDOW_MILLIS = 20;
  // When there are this many windows, each two become one of twice the length.
  private static final int MAX_WINDOWS = 64;
  // Quarters are whole numbers of windows.
  private static final int LOOK_EVERY = 8;

  /**
   * Returns when they are warm, or cannot go on.
   *
   * @param done the operations so far
   */
  CellReport.WarmUp watch(LongSupplier done, BooleanSupplier failed) throws InterruptedException {
    long first = done.getAsLong();
    long start = System.nanoTime();
    List<Double> windows = new ArrayList<>();
    List<Double> compiling = new ArrayList<>();
    long compiled = compiledMillis();
    long windowMillis = FIRST_WINDOW_MILLIS;
    int steadyLooks = 0;
    long before = 0;
    long windowStart = start;
    while (true) {
      Thread.sleep(windowMillis);
      long now = System.nanoTime();
      long all = done.getAsLong() - first;
      windows.add((all - before) * 1e9 / (now - windowStart));
      long compiledNow = compiledMillis();
      compiling.add((compiledNow - compiled) * 1e6 / (now - windowStart));
      compiled = compiledNow;
      before = all;
      windowStart = now;
      if (windows.size() % LOOK_EVERY == 0 && windows.size() >= MAX_WINDOWS / 2) {
        double busy = SeriesPoint.mean(compiling.subList(windows.size() / 2, windows.size()));
        boolean changes = cycle.isZero() && (SeriesPoint.trend(windows) > 1 || stalls(windows));
        steadyLooks = changes || busy > TOLERATED_COMPILING ? 0 : steadyLooks + 1;
      }
      boolean steady = steadyLooks > 1;
      boolean enough = all >= least && now - start >= cycle.toNanos();
      boolean over = now - start >= atMost.toNanos();
      if ((steady && enough) || over || failed.getAsBoolean()) {
        return new CellReport.WarmUp(
            steady,
            all,
            (now - start) / 1e9,
            windows,
            over
                ? "limit of %d s".formatted(atMost.toSeconds())
                : cycle.isZero()
                    ? "compiler idle, no rise, %,d operations at least".formatted(least)
                    : "compiler idle, %,d operations and a cycle of %d s at least"
                        .formatted(least, cycle.toSeconds()));
      }
      if (windows.size() == MAX_WINDOWS) {
        windows = halved(windows);
        compiling = halved(compiling);
        windowMillis *= 2;
      }
    }
  }

  /** Whether the last quarter is one in which the engine hardly answers. */
  static boolean stalls(List<Double> windows) {
    return SeriesPoint.mean(windows.subList(windows.size() - windows.size() / 4, windows.size()))
        < STALL * SeriesPoint.mean(windows);
  }

  private static long compiledMillis() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null ? 0 : compiler.getTotalCompilationTime();
  }

  private static List<Double> halved(List<Double> windows) {
    List<Double> halved = new ArrayList<>();
    for (int i = 0; i < windows.size(); i += 2) {
      halved.add(SeriesPoint.mean(windows.subList(i, i + 2)));
    }
    return halved;
  }
}
