package dev.storagebench.core.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Contenders as multiples of the best of them, with simultaneous intervals.
 *
 * <p>The unit is the round: in each of them every contender has a fork of its own, so the ratio of
 * two forks of one round is free of whatever the machine did to the whole round. An interval is
 * Student's t on the logarithms of those ratios: on the uppermost level of the experiment's
 * hierarchy, whose variance contains that of the levels below it, as Kalibera and Jones (2013)
 * show. Resampling would be the alternative; with three to five rounds it has too little to draw
 * from, and its intervals are too narrow by far (see the decision note, with figures).
 *
 * <p>The best is chosen by the same figures, and the luckiest looks best. Therefore the intervals
 * allow for all pairs that might have been picked (Bonferroni): if all contenders were equal, a
 * table as a whole would call any of them slower in 5 of 100 runs at most.
 *
 * @see <a href="https://doi.org/10.1145/2464157.2464160">T. Kalibera and R. Jones, Rigorous
 *     benchmarking in reasonable time, ISMM 2013</a>
 */
public final class RelativeToBest {
  private static final double CONFIDENCE = 0.95;

  private RelativeToBest() {}

  /** The ratios, the best first; contenders without any round are left out. */
  public static List<Ratio> of(List<Series> contenders) {
    return of(contenders, Set.of());
  }

  /**
   * The ratios, the best first.
   *
   * @param weakened contenders with weaker settings than requested: listed last, never the best,
   *     without a verdict
   */
  public static List<Ratio> of(List<Series> contenders, Set<String> weakened) {
    List<Series> ranked =
        contenders.stream()
            .filter(each -> !each.speeds().isEmpty())
            .sorted(
                Comparator.comparing((Series each) -> weakened.contains(each.name()))
                    .thenComparing(Comparator.comparingDouble(Series::meanLog).reversed()))
            .toList();
    if (ranked.isEmpty() || weakened.contains(ranked.get(0).name())) {
      return List.of();
    }
    Series best = ranked.get(0);
    List<Ratio> ratios = new ArrayList<>(List.of(Ratio.best(best)));
    List<Series> others = ranked.subList(1, ranked.size());
    List<double[]> paired =
        others.stream()
            .map(each -> each.relativeTo(best).logs())
            .filter(logs -> logs.length > 1)
            .toList();
    EmpiricalBayesVariances moderated =
        new EmpiricalBayesVariances(
            paired.stream().mapToDouble(Series::variance).toArray(),
            paired.stream().mapToDouble(logs -> logs.length - 1).toArray());
    double tail = (1 - CONFIDENCE) / ranked.size() / Math.max(1, ranked.size() - 1);
    int pair = 0;
    for (Series other : others) {
      double[] logs = other.relativeTo(best).logs();
      if (logs.length < 2) {
        double log = logs.length == 1 ? logs[0] : other.meanLog() - best.meanLog();
        ratios.add(Ratio.alone(other.name(), logs.length, log));
        continue;
      }
      double quantile = TDistribution.of(moderated.freedom(pair)).inverseSurvivalProbability(tail);
      double half = quantile * Math.sqrt(moderated.variance(pair) / logs.length);
      ratios.add(Ratio.of(other.name(), logs.length, Series.mean(logs), half));
      pair++;
    }
    ratios.replaceAll(each -> weakened.contains(each.name()) ? each.unranked() : each);
    return ratios;
  }
}
