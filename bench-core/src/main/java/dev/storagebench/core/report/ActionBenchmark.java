package dev.storagebench.core.report;

import dev.storagebench.core.compare.Speeds;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.stats.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Throughputs over time in GitHub: {@code benchmark-action.json}, which the action {@code
 * github-action-benchmark} takes with {@code tool: customBiggerIsBetter}. Times are not in it: it
 * knows one direction a file.
 *
 * @see <a href="https://github.com/benchmark-action/github-action-benchmark">its input format</a>
 */
public final class ActionBenchmark implements RunPage {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** A figure as the action takes it. */
  private record Entry(String name, String unit, double value, String range, String extra) {}

  @Override
  public String fileName() {
    return "benchmark-action.json";
  }

  @Override
  public String render(Manifest run) {
    List<Entry> entries = new ArrayList<>();
    Speeds.of(run.results())
        .byMeasure()
        .forEach(
            (measure, engines) -> {
              if (!measure.figure().isTime()) {
                for (Series each : engines) {
                  entries.add(
                      new Entry(
                          each.name() + " " + measure.name(),
                          measure.figure().unit(),
                          each.geometricMean(),
                          String.format(
                              Locale.ROOT, "± %.1f%%", 50 * (each.most() / each.least() - 1)),
                          each.speeds().size() + " rounds; " + measure.parameters()));
                }
              }
            });
    return JSON.writeValueAsString(entries) + "\n";
  }
}
