package dev.storagebench.core.workload;

import java.util.List;

/**
 * The Mann-Kendall test for a trend in the latest values of a series: over all pairs, the number of
 * rising ones minus that of falling ones. It makes no assumption about the distribution of the
 * values, which is not normal on a busy machine.
 *
 * @see <a href="https://doi.org/10.2307/1907187">H. B. Mann, Nonparametric tests against trend,
 *     Econometrica 13 (1945)</a>
 */
public final class MannKendall {
  /** The number of latest values that are tested. */
  public static final int WINDOW = 8;

  // Eight values without a trend reach this, up or down, with probability 0.06 (Kendall's table).
  private static final int SIGNIFICANT = 16;
  // A smaller spread does not matter, however steady the trend.
  private static final double NEGLIGIBLE = 0.02;

  private MannKendall() {}

  /** Whether there are enough values and the latest have no trend. */
  public static boolean noTrend(List<Double> figures) {
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
