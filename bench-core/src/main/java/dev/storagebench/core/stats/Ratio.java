package dev.storagebench.core.stats;

/**
 * A contender's speed as a multiple of another's.
 *
 * @param name the contender's
 * @param rounds how many rounds the interval rests on
 * @param ratio the geometric mean of the rounds' ratios; below 1 is slower
 * @param low the interval's lower end; NaN if there is none
 * @param high its upper end; NaN if there is none
 * @param verdict the conclusion
 */
public record Ratio(
    String name, int rounds, double ratio, double low, double high, Verdict verdict) {

  /** The one that the others are compared with. */
  static Ratio best(Series series) {
    return new Ratio(series.name(), series.speeds().size(), 1, 1, 1, Verdict.BEST);
  }

  /** Without an interval. */
  static Ratio alone(String name, int rounds, double logRatio) {
    return new Ratio(
        name, rounds, Math.exp(logRatio), Double.NaN, Double.NaN, Verdict.TOO_FEW_ROUNDS);
  }

  /** With the interval of a logarithm plus or minus half a width. */
  static Ratio of(String name, int rounds, double logRatio, double half) {
    double low = Math.exp(logRatio - half);
    double high = Math.exp(logRatio + half);
    Verdict verdict =
        low > 1 ? Verdict.FASTER : high < 1 ? Verdict.SLOWER : Verdict.NO_DIFFERENCE_SHOWN;
    return new Ratio(name, rounds, Math.exp(logRatio), low, high, verdict);
  }

  /** The same without a verdict: measured with weaker settings than requested. */
  public Ratio unranked() {
    return new Ratio(name, rounds, ratio, low, high, Verdict.WEAKENED);
  }

  /** Whether the others are compared with this one. */
  public boolean isBest() {
    return verdict == Verdict.BEST;
  }

  /** By which factor either end lies away from the ratio, less 1: 0.03 for ± 3 %; NaN if none. */
  public double precision() {
    return Math.sqrt(high / low) - 1;
  }
}
