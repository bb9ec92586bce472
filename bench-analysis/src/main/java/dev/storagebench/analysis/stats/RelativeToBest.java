package dev.storagebench.analysis.stats;

import dev.storagebench.analysis.stats.EmpiricalBayesVariances.ShrunkVariance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  private RelativeToBest() {}

  /**
   * The contenders of one workload.
   *
   * @param weakened the names of those with weaker settings than requested: listed last, never the
   *     best, without a verdict
   * @param reference the name of the one that the others are compared with; null for the best
   */
  public record Table(List<Series> contenders, Set<String> weakened, @Nullable String reference) {

    /** The contenders that have a round, the best first, the weakened last. */
    private List<Series> ranked() {
      return contenders.stream()
          .filter(each -> !each.speeds().isEmpty())
          .sorted(
              Comparator.comparing((Series each) -> !each.name().equals(reference))
                  .thenComparing((Series each) -> weakened.contains(each.name()))
                  .thenComparing(Comparator.comparingDouble(Series::meanLog).reversed()))
          .toList();
    }
  }

  /** The ratios, the best first; contenders without any round are left out. */
  public static List<Ratio> of(List<Series> contenders) {
    return ofRun(List.of(new Table(contenders, Set.of(), null))).get(0);
  }

  /**
   * The ratios of the workloads of one run, each table with the best first. A table is empty if it
   * has no contender that may be the best.
   */
  public static List<List<Ratio>> ofRun(List<Table> run) {
    List<List<Series>> ranked = run.stream().map(Table::ranked).toList();
    List<List<ShrunkVariance>> shrunk =
        EmpiricalBayesVariances.shrunk(ranked.stream().map(RelativeToBest::noise).toList());
    return IntStream.range(0, run.size())
        .mapToObj(i -> ratios(ranked.get(i), run.get(i).weakened(), shrunk.get(i).iterator()))
        .toList();
  }

  /** The log ratios of those that have more than one round in common with the best. */
  private static Stream<double[]> pairs(List<Series> ranked) {
    return ranked.stream()
        .skip(1)
        .map(each -> each.relativeTo(ranked.get(0)).logs())
        .filter(logs -> logs.length > 1);
  }

  private static EmpiricalBayesVariances.Workload noise(List<Series> ranked) {
    // Any two contenders tell of the noise.
    List<double[]> all =
        IntStream.range(0, ranked.size())
            .boxed()
            .flatMap(i -> pairs(ranked.subList(i, ranked.size())))
            .toList();
    // Of k (k - 1) / 2 pairs only k - 1 are independent.
    return EmpiricalBayesVariances.Workload.of(
        pairs(ranked).toList(), all, 2.0 / Math.max(1, ranked.size()));
  }

  private static List<Ratio> ratios(
      List<Series> ranked, Set<String> weakened, Iterator<ShrunkVariance> variances) {
    if (ranked.isEmpty() || weakened.contains(ranked.get(0).name())) {
      return List.of();
    }
    Series best = ranked.get(0);
    List<Ratio> ratios = new ArrayList<>(List.of(Ratio.best(best)));
    double tail = (1 - Uncertainty.CONFIDENCE) / ranked.size() / Math.max(1, ranked.size() - 1);
    for (Series other : ranked.subList(1, ranked.size())) {
      Series relative = other.relativeTo(best);
      ratios.add(
          relative.speeds().isEmpty()
              ? Ratio.alone(other.name(), 0, other.meanLog() - best.meanLog())
              : Ratio.of(relative, logs -> error(logs, variances.next(), tail)));
    }
    ratios.replaceAll(each -> weakened.contains(each.name()) ? each.unranked() : each);
    return ratios;
  }

  private static Uncertainty error(double[] logs, ShrunkVariance shrunk, double tail) {
    return new Uncertainty(
        logs.length, shrunk.variance(), shrunk.freedom(), shrunk.upperBound(), tail);
  }
}
