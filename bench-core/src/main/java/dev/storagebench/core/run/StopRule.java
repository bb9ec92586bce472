package dev.storagebench.core.run;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.stats.Precision;
import dev.storagebench.core.stats.Ratio;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which cells a round still has. Workloads whose ratios are known well enough drop out; with a
 * budget alone, the better known half of them pauses, so that time goes where the noise is. A
 * workload is always measured with all its engines: a ratio is one of the same round.
 *
 * <p>It looks at rounds that are over and at nothing else, so a run that is resumed goes on as it
 * would have gone on.
 *
 * @param precision half the width of the intervals that is aimed at; empty to measure all rounds
 * @param budget how long the measuring may take; the first round is always carried out
 */
public record StopRule(Optional<Double> precision, Optional<Duration> budget) {
  // Before that the widths are too uncertain to tell which workloads need more.
  private static final int ALL_TAKE_PART = 5;

  /** All rounds of the plan. */
  public static final StopRule NONE = new StopRule(Optional.empty(), Optional.empty());

  /** Whether it can end a run before its last round. */
  public boolean ends() {
    return precision.isPresent() || budget.isPresent();
  }

  /**
   * The cells of a round, in its order; none if the run is over.
   *
   * @param results of all rounds before it
   */
  List<Cell> next(RunPlan plan, int round, List<CellResult> results) {
    if (round >= plan.rounds()) {
      return List.of();
    }
    List<Cell> cells = new ArrayList<>(plan.order(round));
    List<CellResult> before = results.stream().filter(each -> each.round() < round).toList();
    if (ends() && round >= (precision.isPresent() ? Precision.MIN_ROUNDS : ALL_TAKE_PART)) {
      Set<Measure> wanted = wanted(Ranking.of(before));
      cells.removeIf(cell -> Measure.figuresOf(cell).stream().noneMatch(wanted::contains));
    }
    return budget.isPresent() && round > 0 && seconds(before) + expected(cells, before) > limit()
        ? List.of()
        : cells;
  }

  private double limit() {
    return budget.orElseThrow().toMillis() / 1000.0;
  }

  private Set<Measure> wanted(Ranking ranking) {
    List<Measure> byWidth =
        ranking.tables().keySet().stream()
            .sorted(
                Comparator.<Measure>comparingDouble(each -> widest(ranking.tables().get(each)))
                    .reversed())
            .toList();
    return precision
        .map(
            aim ->
                (Set<Measure>)
                    new HashSet<>(
                        byWidth.stream()
                            .filter(each -> !Precision.reached(ranking.tables().get(each), aim))
                            .toList()))
        .orElseGet(() -> new HashSet<>(byWidth.subList(0, (byWidth.size() + 1) / 2)));
  }

  /** A ratio without an interval is the least known. */
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

  private static double expected(List<Cell> cells, List<CellResult> before) {
    return cells.stream()
        .mapToDouble(
            cell ->
                before.stream()
                    .filter(each -> each.cell().equals(cell))
                    .mapToDouble(CellResult::seconds)
                    .average()
                    .orElse(0))
        .sum();
  }
}
