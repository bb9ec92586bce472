package dev.storagebench.core.stats;

import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * Variances of several pairs of contenders, each steadied by what the others' are like. With three
 * rounds a variance has two degrees of freedom and is far too small by chance every now and then;
 * the others show what size to expect.
 *
 * <p>The prior is fitted to the logarithms of the variances as by Smyth (2004). Two things are
 * stricter here, because there are a handful of pairs, which have a contender in common, where he
 * has thousands of genes: a variance is never taken for smaller than it is itself, and only half of
 * the degrees of freedom gained are used.
 *
 * @see <a href="https://doi.org/10.2202/1544-6115.1027">G. K. Smyth, Linear models and empirical
 *     Bayes methods for assessing differential expression in microarray experiments, Statistical
 *     Applications in Genetics and Molecular Biology 3 (2004)</a>
 */
final class EmpiricalBayesVariances {
  // Equal figures have no logarithm of their variance; no clock resolves a millionth of a ratio.
  private static final double MIN_VARIANCE = 1e-12;
  private static final int BISECTIONS = 60;

  private final double[] variances;
  private final double[] freedoms;

  /**
   * Fits the prior.
   *
   * @param variances of each pair's log ratios
   * @param freedoms their degrees of freedom, each 1 at least
   */
  EmpiricalBayesVariances(double[] variances, double[] freedoms) {
    this.variances = variances.clone();
    this.freedoms = freedoms.clone();
    int pairs = variances.length;
    double[] logs = new double[pairs];
    double mean = 0;
    double all = 0;
    double expected = 0;
    for (int i = 0; i < pairs; i++) {
      this.variances[i] = Math.max(MIN_VARIANCE, variances[i]);
      double half = freedoms[i] / 2;
      logs[i] = Math.log(this.variances[i]) - Digamma.value(half) + Math.log(half);
      mean += logs[i] / pairs;
      expected += Trigamma.value(half) / pairs;
      all += freedoms[i];
    }
    if (pairs < 2) {
      return;
    }
    double spread = 0;
    for (double log : logs) {
      spread += (log - mean) * (log - mean) / (pairs - 1);
    }
    // What the variances differ by beyond chance; none means that they are all the same one.
    double beyond = spread - expected;
    double prior = beyond > 0 ? 2 * inverseTrigamma(beyond) : Double.POSITIVE_INFINITY;
    double common =
        Double.isInfinite(prior)
            ? Math.exp(mean)
            : Math.exp(mean + Digamma.value(prior / 2) - Math.log(prior / 2));
    for (int i = 0; i < pairs; i++) {
      double own = this.variances[i];
      double steadied =
          Double.isInfinite(prior)
              ? common
              : (prior * common + freedoms[i] * own) / (prior + freedoms[i]);
      this.variances[i] = Math.max(own, steadied);
      this.freedoms[i] = (freedoms[i] + Math.min(prior + freedoms[i], all)) / 2;
    }
  }

  double variance(int pair) {
    return variances[pair];
  }

  double freedom(int pair) {
    return freedoms[pair];
  }

  /** By bisection on a logarithmic scale: trigamma falls from infinity to 0. */
  static double inverseTrigamma(double value) {
    double low = Math.log(1e-10);
    double high = Math.log(1e10);
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (Trigamma.value(Math.exp(middle)) > value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.exp((low + high) / 2);
  }
}
