package dev.storagebench.core.openloop;

import dev.storagebench.core.text.Figures;
import java.util.List;

/**
 * How a fork kept up with its arrival rate.
 *
 * @param rate in the form of {@link Rate#toString}
 * @param perSecond the arrivals per second, on average if they were recorded
 */
public record OpenLoopReport(String rate, double perSecond, List<Iteration> iterations) {
  // One in a hundred may still be queued at the end.
  private static final double KEPT_UP = 0.99;
  // More than the queue of an engine that is merely busy, and half of what KEPT_UP detects.
  private static final double MIN_LAG_SECONDS = 0.01;
  private static final double LAG_SHARE = 0.005;

  /**
   * One iteration.
   *
   * @param achieved completed operations per second
   * @param due the number of arrivals
   * @param done the number of them that were completed before the end
   * @param lagSeconds the age of the oldest queued operation at the end, on average over threads
   */
  public record Iteration(double seconds, double achieved, long due, long done, double lagSeconds) {

    private boolean behind() {
      return lagSeconds > Math.max(MIN_LAG_SECONDS, LAG_SHARE * seconds);
    }
  }

  public OpenLoopReport {
    iterations = List.copyOf(iterations);
  }

  /** Completed operations per second; NaN if nothing was measured. */
  public double achieved() {
    return iterations.stream().mapToDouble(Iteration::achieved).average().orElse(Double.NaN);
  }

  /** The operations queued at the end of an iteration, on average. */
  public double backlog() {
    return iterations.stream()
        .mapToLong(each -> each.due() - each.done())
        .average()
        .orElse(Double.NaN);
  }

  /** The lag at the end of an iteration in seconds, on average. */
  public double lagSeconds() {
    return iterations.stream().mapToDouble(Iteration::lagSeconds).average().orElse(Double.NaN);
  }

  /**
   * Whether the engine completed 99 % of the arrivals and had caught up at the end of some
   * iteration. If not, response times are meaningless: they only reflect the length of the run.
   */
  public boolean keptUp() {
    long due = iterations.stream().mapToLong(Iteration::due).sum();
    long done = iterations.stream().mapToLong(Iteration::done).sum();
    return done >= due * KEPT_UP && !iterations.stream().allMatch(Iteration::behind);
  }

  /** The rate achieved of the one asked for: {@code 31.2k of 50k/s}. */
  public String achievedText() {
    boolean recorded = rate.startsWith("recorded");
    return "%s of %s"
        .formatted(
            Figures.rate(achieved()),
            recorded
                ? Figures.rate(perSecond) + "/s"
                : Rate.parse(rate).map(each -> each.label("/s")).orElse(rate));
  }

  /** Describes a rate that was not kept up. */
  public String shortfall() {
    return "did not keep up: %s, %s late at the end of an iteration"
        .formatted(achievedText(), Figures.micros(lagSeconds() * 1e6));
  }
}
