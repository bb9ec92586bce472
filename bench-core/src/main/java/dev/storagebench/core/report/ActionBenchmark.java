package dev.storagebench.core.report;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Throughputs over time in GitHub: {@code benchmark-action.json}, which the action {@code
 * github-action-benchmark} takes with {@code tool: customBiggerIsBetter}. Times are not in it: it
 * knows one direction a file.
 *
 * @see <a href="https://github.com/benchmark-action/github-action-benchmark">its input format</a>
 */
final class ActionBenchmark {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** A figure as the action takes it. */
  private record Entry(String name, String unit, double value, String range, String extra) {}

  private ActionBenchmark() {}

  static String render(Manifest run) {
    List<Entry> entries = new ArrayList<>();
    Map<Measure, Map<String, CellScore>> scores = Ranking.of(RunFacts.inPlanOrder(run)).scores();
    Map<Measure, String> names = Measure.names(scores.keySet());
    scores.forEach(
        (measure, candidates) -> {
          if (!measure.isTime()) {
            candidates.forEach((label, score) -> entries.add(entry(label, measure, names, score)));
          }
        });
    return JSON.writeValueAsString(entries) + "\n";
  }

  private static Entry entry(
      String label, Measure measure, Map<Measure, String> names, CellScore score) {
    double percent = 100 * (Math.sqrt(score.high() / score.low()) - 1);
    return new Entry(
        label + " " + names.get(measure),
        measure.unit(),
        score.value(),
        Double.isNaN(percent) ? "" : String.format(Locale.ROOT, "± %.1f%%", percent),
        score.rounds().size() + " rounds; " + measure.parameters());
  }
}
