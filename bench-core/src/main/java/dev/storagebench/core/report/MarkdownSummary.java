package dev.storagebench.core.report;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.compare.Speeds;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.stats.Series;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The engines relative to the best as {@code summary.md}, for an issue or a pull request. */
public final class MarkdownSummary implements RunPage {

  @Override
  public String fileName() {
    return "summary.md";
  }

  @Override
  public String render(Manifest run) {
    StringBuilder text = new StringBuilder();
    Speeds speeds = Speeds.of(run.results());
    Ranking ranking = Ranking.of(run.results());
    ranking.tables().forEach((measure, table) -> table(text, measure, table, speeds));
    if (ranking.tables().isEmpty()) {
      text.append("No two engines were measured on the same workload.\n");
    } else {
      text.append(
          "The intervals of a workload hold all together, whichever engine came out best.\n");
    }
    List<String> doubts = RunFacts.doubts(run);
    if (!doubts.isEmpty()) {
      text.append("\nWhat speaks against it:\n\n");
      doubts.forEach(doubt -> text.append("- ").append(Markdown.escape(doubt)).append('\n'));
    }
    text.append("\nTo repeat it: `java -jar benchmarks.jar ")
        .append(RunFacts.shell(run.command()).replace("`", "'"))
        .append("`\n");
    return text.toString();
  }

  private static void table(StringBuilder text, Measure measure, List<Ratio> table, Speeds speeds) {
    Map<String, Double> means =
        speeds.contenders(measure).stream()
            .collect(Collectors.toMap(Series::name, Series::geometricMean));
    text.append("#### ").append(Markdown.escape(measure.name())).append("\n\n");
    text.append("| engine | ")
        .append(measure.figure().unit())
        .append(" | x best | 95 % interval | rounds | verdict |\n|---|--:|--:|---|--:|---|\n");
    for (Ratio ratio : table) {
      double mean = means.get(ratio.name());
      text.append(
          "| %s | %s | %s | %s | %d | %s |\n"
              .formatted(
                  Markdown.escape(ratio.name()),
                  measure.figure().isTime() ? Figures.micros(1 / mean) : Figures.rate(mean),
                  RatioText.factor(ratio.ratio()),
                  RatioText.interval(ratio),
                  ratio.rounds(),
                  ratio.verdict()));
    }
    text.append('\n');
  }
}
