package dev.storagebench.core.workload;

import java.util.List;

/**
 * Tells whether the latest of a series of figures rise or fall.
 *
 * <p>The test of Mann and Kendall counts, over all pairs, how many rise less how many fall. It asks
 * nothing about the figures' distribution, which on a busy machine is not normal.
 *
 * @see <a href="https://doi.org/10.2307/1907187">H. B. Mann, Nonparametric tests against trend,
 *     Econometrica 13 (1945)</a>
 */
public final class Trend {
  /** How many of the latest figures are looked at. */
  public static final int WINDOW = 8;

  // Eight figures without a trend reach this, up or down, in 6 of 100 cases (Kendall's table).
  private static final int SIGNIFICANT = 16;
  // What rises by less than this does not matter, however steadily it does.
  private static final double NEGLIGIBLE = 0.02;

  private Trend() {}

  /** Whether there are figures enough and the latest show no trend. */
  public static boolean absent(List<Double> figures) {
    if (figures.size() < WINDOW) {
      return false;
    }
    List<Double> latest = figures.subList(figures.size() - WINDOW, figures.size());
    return Math.abs(risesLessFalls(latest)) < SIGNIFICANT || spread(latest) < NEGLIGIBLE;
  }

  private static int risesLessFalls(List<Double> figures) {
    int count = 0;
    for (int i = 0; i < figures.size(); i++) {
      for (int j = i + 1; j < figures.size(); j++) {
        count += Double.compare(figures.get(j), figures.get(i));
      }
    }
    return count;
  }

  private static double spread(List<Double> figures) {
    double least = figures.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double most = figures.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return most == 0 ? 0 : (most - least) / most;
  }
}
