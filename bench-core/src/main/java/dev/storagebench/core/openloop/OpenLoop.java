package dev.storagebench.core.openloop;

import dev.storagebench.core.workload.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
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
    int most = pacers.stream().mapToInt(pacer -> pacer.windows().size()).max().orElse(0);
    List<OpenLoopReport.Iteration> iterations =
        IntStream.range(0, most).mapToObj(this::iteration).toList();
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
    List<Pacer.Window> ran =
        pacers.stream()
            .flatMap(pacer -> pacer.windows().stream().skip(index).limit(1))
            .filter(window -> window.nanos() > 0)
            .toList();
    return new OpenLoopReport.Iteration(
        ran.stream().mapToDouble(Pacer.Window::nanos).average().orElse(0) / NANOS_PER_SECOND,
        ran.stream().mapToDouble(each -> each.done() * NANOS_PER_SECOND / each.nanos()).sum(),
        ran.stream().mapToLong(Pacer.Window::due).sum(),
        ran.stream().mapToLong(Pacer.Window::done).sum(),
        ran.stream().mapToDouble(Pacer.Window::lagNanos).average().orElse(0) / NANOS_PER_SECOND);
  }
}
