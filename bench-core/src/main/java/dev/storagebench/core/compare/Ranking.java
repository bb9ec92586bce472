package dev.storagebench.core.compare;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.stats.RelativeToBest;
import dev.storagebench.core.stats.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The candidates of a run relative to the best, measure by measure.
 *
 * @param tables of each measure that has two contenders at least, the best first
 * @param overall the geometric mean over the throughputs that all of its candidates have; empty if
 *     there are less than two measures or two such candidates. It weighs all workloads alike, which
 *     no user does: it never stands alone.
 */
public record Ranking(Map<Measure, List<Ratio>> tables, List<Ratio> overall) {

  /** The ranking of what has been measured. */
  public static Ranking of(Collection<CellResult> results) {
    return of(Scores.of(results));
  }

  /** The ranking of these scores. */
  public static Ranking of(Scores scores) {
    Map<Measure, List<Ratio>> tables = new LinkedHashMap<>();
    for (Measure measure : scores.byMeasure().keySet()) {
      List<Ratio> table = RelativeToBest.of(scores.contenders(measure), scores.weakened(measure));
      if (table.size() > 1) {
        tables.put(measure, table);
      }
    }
    return new Ranking(tables, overall(scores));
  }

  private static List<Ratio> overall(Scores scores) {
    List<Measure> measures =
        scores.byMeasure().keySet().stream()
            .filter(each -> !each.isTime() && !each.unit().equals("rec/s"))
            .filter(each -> !ranked(scores, each).isEmpty())
            .toList();
    if (measures.size() < 2) {
      return List.of();
    }
    Set<String> everywhere = null;
    for (Measure measure : measures) {
      Set<String> names =
          ranked(scores, measure).stream()
              .map(Series::name)
              .collect(Collectors.toCollection(TreeSet::new));
      if (everywhere == null) {
        everywhere = names;
      } else {
        everywhere.retainAll(names);
      }
    }
    List<Series> means = new ArrayList<>();
    for (String name : everywhere) {
      means.add(
          Series.geometricMean(
              name,
              measures.stream()
                  .flatMap(measure -> ranked(scores, measure).stream())
                  .filter(each -> each.name().equals(name))
                  .toList()));
    }
    List<Ratio> table = RelativeToBest.of(means);
    return table.size() < 2 ? List.of() : table;
  }

  private static List<Series> ranked(Scores scores, Measure measure) {
    Set<String> weakened = scores.weakened(measure);
    return scores.contenders(measure).stream()
        .filter(each -> !weakened.contains(each.name()))
        .toList();
  }
}
