package dev.storagebench.analysis.stats;

import dev.storagebench.core.text.Figures;
import java.util.function.Function;

/**
 * A contender's speed as a multiple of another's.
 *
 * @param rounds how many rounds the interval rests on
 * @param ratio the geometric mean of the rounds' ratios; below 1 is slower
 * @param low the interval's lower end; NaN if there is none, or if it is too wide to say anything
 * @param high its upper end; NaN as well
 * @param roundsNeeded about how many rounds, those measured among them, would decide; 0 unless
 *     {@link Verdict#UNDECIDED}
 */
public record Ratio(
    String name,
    int rounds,
    double ratio,
    double low,
    double high,
    Verdict verdict,
    int roundsNeeded) {
  /** A difference that matters to a choice: an interval that holds it and 1 decides nothing. */
  public static final double DIFFERENCE = 1.5;

  // An interval wider than that is no information, and is not shown.
  private static final double MAX_WIDTH = 100;

  /** The one that the others are compared with. */
  static Ratio best(Series series) {
    return new Ratio(series.name(), series.speeds().size(), 1, 1, 1, Verdict.BEST, 0);
  }

  /** Without an interval. */
  static Ratio alone(String name, int rounds, double logRatio) {
    return new Ratio(
        name, rounds, Math.exp(logRatio), Double.NaN, Double.NaN, Verdict.TOO_FEW_ROUNDS, 0);
  }

  /**
   * The geometric mean of ratios round by round, with an interval unless there is one round only.
   *
   * @param error how far the mean of their logarithms may be off
   */
  static Ratio of(Series ratios, Function<double[], Uncertainty> error) {
    double[] logs = ratios.logs();
    return logs.length < 2
        ? alone(ratios.name(), logs.length, Series.mean(logs))
        : of(ratios.name(), Series.mean(logs), error.apply(logs));
  }

  /** With the interval of a logarithm. */
  static Ratio of(String name, double logRatio, Uncertainty error) {
    double half = error.halfWidth();
    double low = Math.exp(logRatio - half);
    double high = Math.exp(logRatio + half);
    Verdict verdict =
        low > 1
            ? Verdict.FASTER
            : high < 1
                ? Verdict.SLOWER
                : low > 1 / DIFFERENCE && high < DIFFERENCE
                    ? Verdict.NO_DIFFERENCE_SHOWN
                    : Verdict.UNDECIDED;
    boolean shown = isShown(half);
    return new Ratio(
        name,
        error.rounds(),
        Math.exp(logRatio),
        shown ? low : Double.NaN,
        shown ? high : Double.NaN,
        verdict,
        verdict == Verdict.UNDECIDED
            ? error.roundsFor(Math.max(Math.abs(logRatio), Math.log(DIFFERENCE)))
            : 0);
  }

  /** Whether an interval of a logarithm plus or minus this says anything. */
  static boolean isShown(double halfWidth) {
    return 2 * halfWidth <= Math.log(MAX_WIDTH);
  }

  /** Copy without a verdict: measured with weaker settings than requested. */
  public Ratio unranked() {
    return new Ratio(name, rounds, ratio, low, high, Verdict.WEAKENED, 0);
  }

  /** The ratio of times or sizes whose inverse was compared. */
  public Ratio inverse() {
    return new Ratio(name, rounds, 1 / ratio, 1 / high, 1 / low, verdict, roundsNeeded);
  }

  /** The factor with its interval, as sentences have it: {@code 0.52 × (0.48 to 0.57)}. */
  public String text() {
    return text("");
  }

  /** The factor of another with its interval: {@code 0.52 × lmdb (0.48 to 0.57)}. */
  public String text(String of) {
    String interval =
        rounds < 2
            ? "one round"
            : Double.isNaN(low)
                ? "the interval is too wide to say anything"
                : "%s to %s".formatted(Figures.factor(low), Figures.factor(high));
    return "%s × %s(%s)".formatted(Figures.factor(ratio), of.isEmpty() ? "" : of + " ", interval);
  }

  /**
   * Whether it is slower by more than a share beyond doubt: the whole interval lies below. One that
   * is too wide to show lies below 1.
   *
   * @param share for example 0.05 for 5 %
   */
  public boolean isSlowerBeyond(double share) {
    return verdict == Verdict.SLOWER && !(high >= 1 - share);
  }

  /** Whether it rests on one round, which has no interval. */
  public boolean isAlone() {
    return verdict == Verdict.TOO_FEW_ROUNDS;
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
