package dev.storagebench.analysis.stats;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The alternative that was weighed and left: rounds are drawn with replacement, and iterations in
 * each fork drawn, and the middle 95 % of the ratios that come out are the interval.
 *
 * @see <a href="https://doi.org/10.1145/2464157.2464160">T. Kalibera and R. Jones, Rigorous
 *     benchmarking in reasonable time, ISMM 2013</a>
 */
final class HierarchicalBootstrap {
  private static final int RESAMPLES = 400;

  private HierarchicalBootstrap() {}

  /** Whether the interval of the ratio of two contenders leaves 1 out. */
  static boolean showsDifference(double[][] one, double[][] other, UniformRandomProvider random) {
    double[] ratios = new double[RESAMPLES];
    int rounds = one.length;
    for (int i = 0; i < RESAMPLES; i++) {
      double sum = 0;
      for (int r = 0; r < rounds; r++) {
        int drawn = random.nextInt(rounds);
        sum += Math.log(mean(one[drawn], random) / mean(other[drawn], random));
      }
      ratios[i] = sum;
    }
    Arrays.sort(ratios);
    return ratios[RESAMPLES / 40] > 0 || ratios[RESAMPLES - 1 - RESAMPLES / 40] < 0;
  }

  private static double mean(double[] iterations, UniformRandomProvider random) {
    double sum = 0;
    for (int i = 0; i < iterations.length; i++) {
      sum += iterations[random.nextInt(iterations.length)];
    }
    return sum / iterations.length;
  }
}
