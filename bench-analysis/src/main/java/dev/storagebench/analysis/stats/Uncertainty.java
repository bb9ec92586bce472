package dev.storagebench.analysis.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far the logarithm of a ratio may be off.
 *
 * @param rounds it rests on
 * @param variance of one round's logarithm
 * @param freedom the variance's degrees of freedom
 * @param upperBound a variance that is large enough to be taken as known, so that two rounds are
 *     enough for a difference far beyond any noise; infinite if there is none
 * @param tail the probability that the truth lies beyond either end of the interval
 */
record Uncertainty(int rounds, double variance, double freedom, double upperBound, double tail) {
  /** How likely all intervals of a table hold the truth. */
  static final double CONFIDENCE = 0.95;

  /** How likely the rounds that are advised decide. */
  private static final double POWER = 0.9;

  private static final int MAX_ROUNDS = 1000;

  /** Without a variance that is taken as known. */
  Uncertainty(int rounds, double variance, double freedom, double tail) {
    this(rounds, variance, freedom, Double.POSITIVE_INFINITY, tail);
  }

  /** The uncertainty of the mean of these logarithms, by their own variance. */
  static Uncertainty of(double[] logs, double tail) {
    return new Uncertainty(logs.length, Series.variance(logs), logs.length - 1.0, tail);
  }

  /** The tail of each of several intervals that all hold with 95 % (Bonferroni). */
  static double tail(int comparisons) {
    return (1 - CONFIDENCE) / 2 / Math.max(1, comparisons);
  }

  /** Half the interval's width. */
  double halfWidth() {
    return width(rounds, tail);
  }

  /**
   * The least number of rounds that shows a difference of this logarithm in nine of ten runs, if
   * the noise stays as it was.
   */
  int roundsFor(double logDifference) {
    int more = rounds + 1;
    while (more < MAX_ROUNDS
        && width(more, tail) + quantile(more, 1 - POWER) * Math.sqrt(variance / more)
            > logDifference) {
      more++;
    }
    return more;
  }

  private double width(int ofRounds, double beyond) {
    double known =
        NormalDistribution.of(0, 1).inverseSurvivalProbability(beyond)
            * Math.sqrt(upperBound / ofRounds);
    return freedom > 0
        ? Math.min(known, quantile(ofRounds, beyond) * Math.sqrt(variance / ofRounds))
        : known;
  }

  private double quantile(int ofRounds, double beyond) {
    double scaled = freedom * (ofRounds - 1) / (rounds - 1);
    return TDistribution.of(scaled).inverseSurvivalProbability(beyond);
  }
}
