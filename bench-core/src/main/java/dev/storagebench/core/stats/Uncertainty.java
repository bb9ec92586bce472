package dev.storagebench.core.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far the logarithm of a ratio may be off.
 *
 * @param rounds it rests on; machines if there are several
 * @param variance of one round's logarithm
 * @param freedom the variance's degrees of freedom
 * @param tail the probability that the truth lies beyond either end of the interval
 */
record Uncertainty(int rounds, double variance, double freedom, double tail) {
  /** How likely the rounds that are advised decide. */
  private static final double POWER = 0.9;

  private static final int MAX_ROUNDS = 1000;

  /** Half the interval's width. */
  double halfWidth() {
    return quantile(rounds, tail) * Math.sqrt(variance / rounds);
  }

  /**
   * The least number of rounds that shows a difference of this logarithm in nine of ten runs, if
   * the noise stays as it was.
   */
  int roundsFor(double logDifference) {
    int more = rounds + 1;
    while (more < MAX_ROUNDS
        && (quantile(more, tail) + quantile(more, 1 - POWER)) * Math.sqrt(variance / more)
            > logDifference) {
      more++;
    }
    return more;
  }

  private double quantile(int ofRounds, double beyond) {
    double scaled = freedom * (ofRounds - 1) / (rounds - 1);
    return TDistribution.of(scaled).inverseSurvivalProbability(beyond);
  }
}
