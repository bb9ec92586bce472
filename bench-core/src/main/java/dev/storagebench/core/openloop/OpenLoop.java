package dev.storagebench.core.openloop;

import dev.storagebench.core.workload.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** The open loop of one fork: the arrivals of each thread, and how they were served. */
public final class OpenLoop {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Rate rate;
  private final Seeds seeds;
  private final int threads;
  private final AtomicLong recordedOrigin = new AtomicLong();
  private final List<Pacer> pacers = new ArrayList<>();
  private final List<Arrivals.Recorded> recorded = new ArrayList<>();

  /** An open loop for this number of threads. */
  public OpenLoop(Rate rate, Seeds seeds, int threads) {
    this.rate = rate;
    this.seeds = seeds;
    this.threads = threads;
  }

  /**
   * The arrivals of a thread, from 0; called once for each thread.
   *
   * @param recordedNanos when the thread's next operation is due, where times are recorded
   */
  public synchronized Pacer pacer(int thread, LongSupplier recordedNanos) {
    boolean crowded = threads > Runtime.getRuntime().availableProcessors();
    Pacer pacer = new Pacer(arrivals(thread, recordedNanos), crowded);
    pacers.add(pacer);
    return pacer;
  }

  private Arrivals arrivals(int thread, LongSupplier recordedNanos) {
    if (!rate.recorded()) {
      return new Arrivals.Poisson(
          seeds.generator(thread, Seeds.Purpose.ARRIVALS),
          NANOS_PER_SECOND * threads / rate.perSecond());
    }
    recorded.add(new Arrivals.Recorded(recordedOrigin, recordedNanos, rate.perSecond()));
    return recorded.get(recorded.size() - 1);
  }

  /** How all arrivals were served; called after all threads have ended. */
  public synchronized OpenLoopReport report() {
    List<OpenLoopReport.Iteration> iterations = new ArrayList<>();
    int most = pacers.stream().mapToInt(pacer -> pacer.windows().size()).max().orElse(0);
    for (int i = 0; i < most; i++) {
      iterations.add(iteration(i));
    }
    return new OpenLoopReport(rate.toString(), perSecond(iterations), iterations);
  }

  private double perSecond(List<OpenLoopReport.Iteration> iterations) {
    if (!rate.recorded()) {
      return rate.perSecond();
    }
    long due = iterations.stream().mapToLong(OpenLoopReport.Iteration::due).sum();
    long last = recorded.stream().mapToLong(Arrivals.Recorded::lastNanos).max().orElse(0);
    return due * NANOS_PER_SECOND / Math.max(1, last);
  }

  /** Response times of all threads in nanoseconds; called after all threads have ended. */
  public synchronized Histogram responseTimes() {
    Histogram all = new Histogram(Pacer.LONGEST_NANOS, Pacer.DIGITS);
    pacers.forEach(pacer -> all.add(pacer.nanos()));
    return all;
  }

  private OpenLoopReport.Iteration iteration(int index) {
    double achieved = 0;
    double seconds = 0;
    double lag = 0;
    long due = 0;
    long done = 0;
    int found = 0;
    for (Pacer pacer : pacers) {
      Pacer.Window window =
          index < pacer.windows().size() ? pacer.windows().get(index) : Pacer.Window.NONE;
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
