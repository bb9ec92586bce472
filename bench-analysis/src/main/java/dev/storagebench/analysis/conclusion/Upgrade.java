package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.CellScore.Better;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.TwoRuns;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.core.cell.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Two candidates of one run: an engine's old release, or build, and its new one.
 *
 * @param rows a figure each
 * @param missing figures of one of them only or that one measured with weaker settings, and cells
 *     that failed in some rounds
 */
public record Upgrade(List<Row> rows, List<String> missing) {
  // Of all figures of a run together: a gate that cries wolf is switched off.
  private static final double FALSE_ALARMS = 0.01;

  /**
   * A figure of both.
   *
   * @param workload with the conditions of which there are several
   * @param ratio the new one's; of times and sizes the inverse, so that below 1 is worse
   */
  public record Row(
      String workload, String figure, CellScore before, CellScore after, Ratio ratio) {}

  /**
   * Compares round by round.
   *
   * @param views whose figures are compared; of cells that none of them shows it is the speed
   * @param before the label of the old one
   * @param after the label of the new one
   */
  public static Upgrade of(Manifest run, List<View> views, String before, String after) {
    Dimensions dimensions = new Dimensions(run);
    Set<String> both = Set.of(before, after);
    List<Cell> cells =
        dimensions.cells().stream().filter(cell -> both.contains(cell.label())).toList();
    // With threads, memory and others of which the user asked for several.
    List<String> names = new ArrayList<>(List.of(Dimensions.WORKLOAD));
    names.addAll(dimensions.differing(cells, List.of(Dimensions.CANDIDATE, Dimensions.WORKLOAD)));
    Map<List<String>, Map<String, CellScore>> scores = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Set<String> figures = new LinkedHashSet<>();
      views.stream()
          .filter(view -> view.selects(cell::value))
          .forEach(view -> figures.addAll(view.figures()));
      if (figures.isEmpty()) {
        figures.add(CellScore.SPEED);
      }
      String name = Dimensions.named(names, each -> dimensions.value(cell, each));
      for (String figure : figures) {
        dimensions
            .score(cell, figure)
            .filter(score -> score.rounds().values().stream().allMatch(value -> value > 0))
            .ifPresent(
                score ->
                    scores
                        .computeIfAbsent(List.of(name, figure), key -> new TreeMap<>())
                        .put(cell.label(), score));
      }
    }
    Predicate<Map<String, CellScore>> weaker =
        each -> each.values().stream().map(CellScore::weakened).distinct().count() > 1;
    List<String> missing =
        Stream.of(
                scores.entrySet().stream()
                    .filter(each -> !each.getValue().keySet().containsAll(both))
                    .map(each -> String.join(" ", each.getKey()) + " (only one has it)"),
                scores.entrySet().stream()
                    .filter(each -> weaker.test(each.getValue()))
                    .map(
                        each ->
                            String.join(" ", each.getKey())
                                + " (one has weaker settings than asked for)"),
                Status.FAILED.of(run.results()).stream()
                    .map(each -> each.cell())
                    .map(cell -> "%s of %s (failed)".formatted(cell.workload(), cell.label()))
                    .distinct())
            .flatMap(each -> each)
            .toList();
    scores.values().removeIf(each -> !each.keySet().containsAll(both) || weaker.test(each));
    List<Row> rows = new ArrayList<>();
    scores.forEach(
        (name, each) -> {
          CellScore old = each.get(before);
          CellScore now = each.get(after);
          Ratio ratio =
              TwoRuns.inOneRun(
                  speeds(before, old), speeds(after, now), FALSE_ALARMS / scores.size());
          rows.add(new Row(name.get(0), name.get(1), old, now, ratio));
        });
    return new Upgrade(rows, missing);
  }

  private static Series speeds(String label, CellScore score) {
    return Ranking.speeds(label, score.better() == Better.LESS, score);
  }

  /** Figures that are {@linkplain Ratio#isSlowerBeyond worse beyond} a threshold. */
  public List<Row> losses(double threshold) {
    return rows.stream().filter(row -> row.ratio.isSlowerBeyond(threshold)).toList();
  }
}
