package dev.storagebench.core.report;

import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.suite.CellNames;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run's figures over time in GitHub: {@code benchmark-action.json}, which the action {@code
 * github-action-benchmark} takes with {@code tool: customSmallerIsBetter}. It knows one direction a
 * file, so a throughput is there as the time an operation takes.
 *
 * @see <a href="https://github.com/benchmark-action/github-action-benchmark">its input format</a>
 */
final class ActionBenchmark {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** A figure as the action takes it; it tells figures apart by their names. */
  private record Entry(String name, String unit, double value, String range, String extra) {}

  private ActionBenchmark() {}

  static String render(Manifest run) {
    List<Entry> entries = new ArrayList<>();
    CellNames names = new CellNames(run.plan().cells());
    run.byCell()
        .forEach(
            (cell, rounds) -> {
              if (CellScore.isOwn(CellScore.SPEED, cell)) {
                CellScore.of(CellScore.SPEED, rounds)
                    .ifPresent(score -> entries.add(throughput(names.of(cell), cell, score)));
              }
              if (rounds.stream().anyMatch(each -> each.histogram() != null)) {
                for (String figure : List.of("p50", "p99")) {
                  CellScore.of(figure, rounds)
                      .ifPresent(
                          score ->
                              entries.add(
                                  entry(
                                      names.of(cell) + " " + figure,
                                      score.unit(),
                                      score.value(),
                                      score,
                                      "")));
                }
              }
            });
    return JSON.writeValueAsString(entries) + "\n";
  }

  private static Entry throughput(String name, Cell cell, CellScore score) {
    return entry(
        name,
        "ns/" + cell.unit().replaceFirst("/s$", ""),
        1e9 / score.value(),
        score,
        "%s %s, ".formatted(Figures.rate(score.value()), cell.unit()));
  }

  private static Entry entry(
      String name, String unit, double value, CellScore score, String extra) {
    double percent = 100 * (Math.sqrt(score.high() / score.low()) - 1);
    return new Entry(
        name,
        unit,
        value,
        Double.isNaN(percent) ? "" : String.format(Locale.ROOT, "± %.1f%%", percent),
        "%s%d rounds".formatted(extra, score.rounds().size()));
  }
}
