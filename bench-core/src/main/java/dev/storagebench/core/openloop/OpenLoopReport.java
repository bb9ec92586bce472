package dev.storagebench.core.openloop;

import dev.storagebench.core.text.Figures;
import java.util.List;

/**
 * How a fork met its rate, in its measured iterations.
 *
 * @param rate as {@link Rate} writes it
 * @param perSecond operations asked for a second
 * @param iterations in their order
 */
public record OpenLoopReport(String rate, double perSecond, List<Iteration> iterations) {
  // One in a hundred may wait for its turn at the end.
  private static final double KEPT_UP = 0.99;
  // More than what queues before an engine that is merely busy, and half of what the former tells.
  private static final double MIN_LAG_SECONDS = 0.01;
  private static final double LAG_SHARE = 0.005;

  /**
   * One iteration.
   *
   * @param seconds its length
   * @param achieved operations a second
   * @param due how many operations came
   * @param done how many of them were carried out before the end
   * @param lagSeconds how late threads were at the end, on average: the age of what waits longest
   */
  public record Iteration(double seconds, double achieved, long due, long done, double lagSeconds) {

    private boolean behind() {
      return lagSeconds > Math.max(MIN_LAG_SECONDS, LAG_SHARE * seconds);
    }
  }

  public OpenLoopReport {
    iterations = List.copyOf(iterations);
  }

  /** Operations a second; NaN if nothing was measured. */
  public double achieved() {
    return iterations.stream().mapToDouble(Iteration::achieved).average().orElse(Double.NaN);
  }

  /** How many operations had come and waited at the end of an iteration, on average. */
  public double backlog() {
    return iterations.stream()
        .mapToLong(each -> each.due() - each.done())
        .average()
        .orElse(Double.NaN);
  }

  /** Seconds by which threads were late at the end of an iteration, on average. */
  public double lagSeconds() {
    return iterations.stream().mapToDouble(Iteration::lagSeconds).average().orElse(Double.NaN);
  }

  /**
   * Whether the engine could take what came: 99 % of it, and without being late at the end of every
   * iteration. If it could not, response times say how long it was measured and nothing else: they
   * would have grown for as long as it went on.
   */
  public boolean keptUp() {
    long due = iterations.stream().mapToLong(Iteration::due).sum();
    long done = iterations.stream().mapToLong(Iteration::done).sum();
    return done >= due * KEPT_UP && !iterations.stream().allMatch(Iteration::behind);
  }

  /** The rate achieved of the one asked for: {@code 31.2k of 50k/s}. */
  public String achievedText() {
    return "%s of %s/s"
        .formatted(Figures.rate(achieved()), Rate.parse(rate).map(Rate::label).orElse(rate));
  }

  /** Describes a rate that was not kept up. */
  public String shortfall() {
    return "did not keep up: %s, %s late at the end of an iteration"
        .formatted(achievedText(), Figures.micros(lagSeconds() * 1e6));
  }
}
