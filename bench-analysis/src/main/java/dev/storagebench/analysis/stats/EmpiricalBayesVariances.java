package dev.storagebench.analysis.stats;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * Variances of the pairs of contenders of a run, each shrunk towards what the others' are like.
 * With three rounds a variance has two degrees of freedom and is far too small by chance every now
 * and then; the others show what size to expect.
 *
 * <p>The size to expect is that of the pair's own workload: a 99th percentile is noisier than a
 * throughput. How much the variances of one workload differ beyond chance is learned from all
 * workloads of the run, by the moments of their logarithms as Smyth (2004) does it. Two things are
 * stricter here, because there are a handful of pairs, which have a contender in common, where he
 * has thousands of genes: a variance is never taken for smaller than it is itself, and only a part
 * of the degrees of freedom gained is used.
 *
 * @see <a href="https://doi.org/10.2202/1544-6115.1027">G. K. Smyth, Linear models and empirical
 *     Bayes methods for assessing differential expression in microarray experiments, Statistical
 *     Applications in Genetics and Molecular Biology 3 (2004)</a>
 */
final class EmpiricalBayesVariances {
  // Equal figures have no logarithm of their variance; no clock resolves a millionth of a ratio.
  private static final double MIN_VARIANCE = 1e-12;
  private static final double SHARE_OF_GAIN = 0.75;
  private static final int BISECTIONS = 60;
  // Two forks of one round on a machine that builds besides: a factor of two.
  private static final double BOUND_DEVIATION = 0.7;
  private static final double BOUND_MULTIPLE = 2;

  private EmpiricalBayesVariances() {}

  /**
   * Variance of a pair.
   *
   * @param freedom the variance's degrees of freedom
   * @param upperBound a variance so large that it needs no degrees of freedom: what forks differ by
   *     on a busy machine, or twice what they did here if that is more
   */
  record ShrunkVariance(double variance, double freedom, double upperBound) {}

  /**
   * The pairs of one workload.
   *
   * @param logs of the ratios of each contender to the best, by round; two at least
   * @param common the mean variance of all pairs of contenders
   * @param commonFreedom its degrees of freedom
   */
  record Workload(List<double[]> logs, double common, double commonFreedom) {
    /**
     * The pairs of one workload.
     *
     * @param all the logs of any two contenders, which tell of the noise as well
     * @param independentShare how much of them is independent of the others
     */
    static Workload of(List<double[]> logs, List<double[]> all, double independentShare) {
      double freedom = all.stream().mapToDouble(each -> each.length - 1).sum();
      double squares = all.stream().mapToDouble(Series::squares).sum();
      return new Workload(logs, squares / Math.max(1, freedom), freedom * independentShare);
    }

    private int pairs() {
      return logs.size();
    }

    private double variance(int pair) {
      return Math.max(MIN_VARIANCE, Series.variance(logs.get(pair)));
    }

    private double freedom(int pair) {
      return logs.get(pair).length - 1.0;
    }

    /** The logarithm of a variance, less its expectation if the true one is 1. */
    private double log(int pair) {
      double half = freedom(pair) / 2;
      return Math.log(variance(pair)) - Digamma.value(half) + Math.log(half);
    }
  }

  /** Fits the prior, and shrinks the variances of all workloads, each in its own order. */
  static List<List<ShrunkVariance>> shrunk(List<Workload> run) {
    double prior = prior(run);
    return run.stream()
        .map(
            each -> IntStream.range(0, each.pairs()).mapToObj(i -> shrunk(each, i, prior)).toList())
        .toList();
  }

  private static ShrunkVariance shrunk(Workload workload, int pair, double prior) {
    double common = Math.max(MIN_VARIANCE, workload.common);
    double own = workload.variance(pair);
    double freedom = workload.freedom(pair);
    double shrunk =
        Double.isInfinite(prior) ? common : (prior * common + freedom * own) / (prior + freedom);
    double gain = Math.max(0, Math.min(prior, workload.commonFreedom - freedom));
    return new ShrunkVariance(
        Math.max(own, shrunk),
        freedom + SHARE_OF_GAIN * gain,
        Math.max(BOUND_DEVIATION * BOUND_DEVIATION, BOUND_MULTIPLE * Math.max(own, common)));
  }

  /**
   * How many degrees of freedom the common variance of a workload is worth: infinitely many if the
   * variances within workloads differ by chance alone, none if there is nothing to learn from.
   */
  private static double prior(List<Workload> run) {
    double spread = 0;
    double expected = 0;
    int freedom = 0;
    for (Workload each : run) {
      int pairs = each.pairs();
      if (pairs > 1) {
        double mean = IntStream.range(0, pairs).mapToDouble(each::log).average().orElseThrow();
        for (int i = 0; i < pairs; i++) {
          spread += (each.log(i) - mean) * (each.log(i) - mean);
          expected += Trigamma.value(each.freedom(i) / 2) * (pairs - 1) / pairs;
        }
        freedom += pairs - 1;
      }
    }
    if (freedom == 0) {
      return 0;
    }
    double beyond = (spread - expected) / freedom;
    return beyond > 0 ? 2 * inverseTrigamma(beyond) : Double.POSITIVE_INFINITY;
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
