package dev.storagebench.core.openloop;

import dev.storagebench.core.workload.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The open loop of one fork: arrivals for each thread, and what became of them. */
public final class OpenLoop {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Rate rate;
  private final Seeds seeds;
  private final int threads;
  private final long origin = System.nanoTime();
  private final List<Pace> paces = new ArrayList<>();

  /** An open loop for so many threads, of which none has begun. */
  public OpenLoop(Rate rate, Seeds seeds, int threads) {
    this.rate = rate;
    this.seeds = seeds;
    this.threads = threads;
  }

  /**
   * The loop that a parameter asks for; null for {@code none}: a closed one.
   *
   * @throws IllegalArgumentException if it is no rate
   */
  public static @Nullable OpenLoop of(String rate, Seeds seeds, int threads) {
    Optional<Rate> parsed = Rate.parse(rate);
    return parsed.isEmpty() ? null : new OpenLoop(parsed.get(), seeds, threads);
  }

  /** The pace of a thread, from 0; once for each. */
  public synchronized Pace pace(int thread) {
    boolean crowded = threads > Runtime.getRuntime().availableProcessors();
    Pace pace = new Pace(arrivals(thread), crowded);
    paces.add(pace);
    return pace;
  }

  private Arrivals arrivals(int thread) {
    double gap = NANOS_PER_SECOND * threads / rate.perSecond();
    return switch (rate.spacing()) {
      case POISSON -> new Arrivals.Poisson(seeds.generator(thread, Seeds.Purpose.ARRIVALS), gap);
      case CONSTANT -> new Arrivals.Constant(origin, gap, (double) thread / threads);
    };
  }

  /** What became of all arrivals; asked when all threads are done. */
  public synchronized OpenLoopReport report() {
    List<OpenLoopReport.Iteration> iterations = new ArrayList<>();
    int most = paces.stream().mapToInt(pace -> pace.windows().size()).max().orElse(0);
    for (int i = 0; i < most; i++) {
      iterations.add(iteration(i));
    }
    return new OpenLoopReport(rate.toString(), rate.perSecond(), iterations);
  }

  /** Response times of all threads in nanoseconds; asked when all threads are done. */
  public synchronized Histogram responseTimes() {
    Histogram all = new Histogram(Pace.LONGEST_NANOS, Pace.DIGITS);
    paces.forEach(pace -> all.add(pace.nanos()));
    return all;
  }

  private OpenLoopReport.Iteration iteration(int index) {
    double achieved = 0;
    double seconds = 0;
    double lag = 0;
    long due = 0;
    long done = 0;
    int found = 0;
    for (Pace pace : paces) {
      Pace.Window window =
          index < pace.windows().size() ? pace.windows().get(index) : Pace.Window.NONE;
      if (window.nanos() > 0) {
        achieved += window.done() * NANOS_PER_SECOND / window.nanos();
        seconds += window.nanos() / NANOS_PER_SECOND;
        lag += window.lagNanos() / NANOS_PER_SECOND;
        due += window.due();
        done += window.done();
        found++;
      }
    }
    int ran = Math.max(1, found);
    return new OpenLoopReport.Iteration(seconds / ran, achieved, due, done, lag / ran);
  }
}
