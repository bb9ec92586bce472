package dev.storagebench.analysis.stats;

/**
 * Comparison of a cell in two runs: the new speed as a multiple of the old one. Rounds of two runs
 * have nothing in common, so this is the interval of Welch (1947) on the logarithms, which lets the
 * runs differ in noise.
 *
 * @see <a href="https://doi.org/10.1093/biomet/34.1-2.28">B. L. Welch, The generalization of
 *     'Student's' problem when several different population variances are involved, Biometrika 34
 *     (1947)</a>
 */
public final class TwoRuns {
  private static final double MIN_VARIANCE = 1e-12;

  private TwoRuns() {}

  /**
   * The ratio.
   *
   * @param comparisons how many there are in all: the intervals are simultaneous (Bonferroni)
   */
  public static Ratio of(Series before, Series after, int comparisons) {
    double[] old = before.logs();
    double[] now = after.logs();
    double log = Series.mean(now) - Series.mean(old);
    int rounds = Math.min(old.length, now.length);
    if (rounds < 2) {
      return Ratio.alone(after.name(), rounds, log);
    }
    double oldError = Math.max(MIN_VARIANCE, Series.variance(old)) / old.length;
    double newError = Math.max(MIN_VARIANCE, Series.variance(now)) / now.length;
    double error = oldError + newError;
    double freedom =
        error
            * error
            / (oldError * oldError / (old.length - 1) + newError * newError / (now.length - 1));
    return Ratio.of(
        after.name(),
        log,
        new Uncertainty(rounds, error * rounds, freedom, Uncertainty.tail(comparisons)));
  }

  /**
   * The ratio of two contenders of one run, by the rounds that both have.
   *
   * @param tail how likely the truth lies beyond either end of the interval
   */
  public static Ratio inOneRun(Series before, Series after, double tail) {
    return Ratio.of(
        after.relativeTo(before),
        logs -> {
          double variance = Math.max(MIN_VARIANCE, Series.variance(logs));
          return new Uncertainty(logs.length, variance, logs.length - 1.0, tail);
        });
  }
}
