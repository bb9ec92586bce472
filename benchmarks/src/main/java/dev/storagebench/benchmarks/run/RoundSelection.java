package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.compare.Ladder;
import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.core.cell.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The cells that a round still measures. Workloads whose ratios are precise enough drop out; with a
 * budget alone, the more precise half of them pauses, so that time goes where the noise is. A
 * workload is always measured with all its engines: a ratio compares forks of one round. A gate's
 * budget gives all the same rounds: how many must not depend on what they show.
 *
 * <p>Only completed rounds count, so a resumed run continues as it would have.
 */
public final class RoundSelection {
  // Before that the widths are too uncertain to rank workloads by them.
  private static final int MIN_ROUNDS_BY_WIDTH = 5;

  private RoundSelection() {}

  /**
   * The cells of a round, in its order; none if the run is over.
   *
   * @param results of all rounds before it
   */
  static List<Cell> next(StopRule rule, RunPlan plan, int round, List<CellResult> results) {
    if (round >= plan.rounds()) {
      return List.of();
    }
    List<Cell> cells = new ArrayList<>(plan.order(round));
    List<CellResult> before = results.stream().filter(each -> each.round() < round).toList();
    cells.removeIf(cell -> isUnsupported(cell, results));
    if (rule.bisect()) {
      List<String> releases = supported(plan, results);
      List<Integer> next = Ladder.search(releases, before).next();
      cells.removeIf(cell -> !next.contains(releases.indexOf(cell.label())));
      return cells;
    }
    int min = rule.precision().isPresent() ? Precision.MIN_ROUNDS : MIN_ROUNDS_BY_WIDTH;
    if (rule.ends() && !rule.evenly() && round >= min) {
      List<Measure> wanted = wanted(rule, Ranking.of(before).tables());
      // A chain without one of its stages would be another chain.
      cells.removeIf(
          cell ->
              plan.chain(cell).stream()
                  .flatMap(stage -> Measure.figuresOf(stage).stream())
                  .noneMatch(wanted::contains));
    }
    boolean late =
        round > 0
            && rule.budget().isPresent()
            && seconds(before) + expected(cells, before) > rule.budget().get().toMillis() / 1e3;
    return late ? List.of() : cells;
  }

  /** The candidates that can run here, and have in all rounds so far, in their order. */
  public static List<String> supported(RunPlan plan, List<CellResult> results) {
    return plan.cells().stream()
        .filter(cell -> !any(results, cell, each -> each.status() != Status.MEASURED))
        .map(Cell::label)
        .distinct()
        .toList();
  }

  /** Whether a cell was found unsupported: it is not tried again. */
  static boolean isUnsupported(Cell cell, List<CellResult> results) {
    return any(results, cell, each -> each.status() == Status.UNSUPPORTED);
  }

  /** Whether one of a cell's results is such a one. */
  static boolean any(List<CellResult> results, Cell cell, Predicate<CellResult> wanted) {
    return results.stream().anyMatch(each -> each.cell().equals(cell) && wanted.test(each));
  }

  private static List<Measure> wanted(StopRule rule, Map<Measure, List<Ratio>> tables) {
    if (rule.precision().isPresent()) {
      return tables.keySet().stream()
          .filter(each -> !Precision.reached(tables.get(each), rule.precision().get()))
          .toList();
    }
    List<Measure> byWidth =
        tables.keySet().stream()
            .sorted(
                Comparator.<Measure>comparingDouble(each -> widest(tables.get(each))).reversed())
            .toList();
    return byWidth.subList(0, (byWidth.size() + 1) / 2);
  }

  /** The width of the least precise ratio; infinite for one without an interval. */
  private static double widest(List<Ratio> table) {
    return table.stream()
        .mapToDouble(Ratio::precision)
        .map(width -> Double.isNaN(width) ? Double.POSITIVE_INFINITY : width)
        .max()
        .orElse(0);
  }

  private static double seconds(List<CellResult> results) {
    return results.stream().mapToDouble(CellResult::seconds).sum();
  }

  /** The time that these cells take if each takes its mean so far. */
  private static double expected(List<Cell> cells, List<CellResult> before) {
    Map<Cell, Double> means =
        before.stream()
            .collect(
                Collectors.groupingBy(
                    CellResult::cell, Collectors.averagingDouble(CellResult::seconds)));
    return cells.stream().mapToDouble(cell -> means.getOrDefault(cell, 0.0)).sum();
  }
}
