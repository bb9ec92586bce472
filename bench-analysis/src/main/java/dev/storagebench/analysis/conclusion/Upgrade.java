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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Two candidates of one run: an engine's old release, or build, and its new one.
 *
 * @param rows a figure each
 * @param missing figures of which nothing is known, and cells that failed in some rounds
 */
public record Upgrade(List<Row> rows, List<String> missing) {
  // Of all figures of a run together: a gate that cries wolf is switched off.
  private static final double FALSE_ALARMS = 0.01;

  /**
   * A figure of both.
   *
   * @param ratio the new one's; of times and sizes the inverse, so that below 1 is worse
   */
  public record Row(
      String workload, String figure, CellScore before, CellScore after, Ratio ratio) {}

  /**
   * Compares round by round.
   *
   * @param views whose figures are compared
   * @param before the label of the old one
   * @param after the label of the new one
   */
  public static Upgrade of(Manifest run, List<View> views, String before, String after) {
    Dimensions dimensions = new Dimensions(run);
    Map<List<String>, Map<String, CellScore>> scores = new LinkedHashMap<>();
    for (View view : views) {
      for (Cell cell : dimensions.cells()) {
        for (String figure : view.selects(cell::value) ? view.figures() : List.<String>of()) {
          dimensions
              .score(cell, figure)
              .filter(score -> score.rounds().values().stream().allMatch(value -> value > 0))
              .ifPresent(
                  score ->
                      scores
                          .computeIfAbsent(List.of(cell.workload(), figure), key -> new TreeMap<>())
                          .put(cell.label(), score));
        }
      }
    }
    Set<String> both = Set.of(before, after);
    List<String> missing =
        Stream.concat(
                scores.entrySet().stream()
                    .filter(each -> !each.getValue().keySet().containsAll(both))
                    .map(each -> String.join(" ", each.getKey()) + " (only one has it)"),
                run.results().stream()
                    .filter(each -> each.status() == Status.FAILED)
                    .map(each -> each.cell())
                    .map(cell -> "%s of %s (failed)".formatted(cell.workload(), cell.label()))
                    .distinct())
            .toList();
    scores.values().removeIf(each -> !each.keySet().containsAll(both));
    List<Row> rows = new ArrayList<>();
    scores.forEach(
        (name, each) -> {
          CellScore old = Objects.requireNonNull(each.get(before));
          CellScore now = Objects.requireNonNull(each.get(after));
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
