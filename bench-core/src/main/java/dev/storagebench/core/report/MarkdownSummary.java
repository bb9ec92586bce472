package dev.storagebench.core.report;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.compare.Scores;
import dev.storagebench.core.report.ViewTable.Entry;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.suite.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run as {@code summary.md}, for an issue or a pull request: its views, and the candidates
 * relative to the best.
 */
public final class MarkdownSummary implements RunArtifact {

  @Override
  public String fileName() {
    return "summary.md";
  }

  @Override
  public String render(Manifest run) {
    StringBuilder text = new StringBuilder();
    if (run.suite() != null) {
      text.append("### ").append(Markdown.escape(run.suite().title())).append("\n\n");
    }
    text.append(Markdown.escape(RunFacts.conditions(run))).append("\n\n");
    for (View view : DefaultViews.text(run)) {
      Pivot.whole(view, run).ifPresent(table -> append(text, table));
    }
    Scores scores = Scores.of(RunFacts.inPlanOrder(run));
    Ranking ranking = Ranking.of(scores);
    Map<Measure, String> names = Measure.names(ranking.tables().keySet());
    ranking
        .tables()
        .forEach(
            (measure, table) ->
                append(
                    text,
                    names.getOrDefault(measure, ""),
                    table,
                    scores.byMeasure().getOrDefault(measure, Map.of())));
    text.append(
        ranking.tables().isEmpty()
            ? "No two candidates were measured on the same workload.\n"
            : "Simultaneous 95 % intervals (corrected for multiple comparisons); times are compared by their inverse.\n");
    List<String> warnings = new ArrayList<>(MissingResults.notes(run, TextStyle.NONE));
    if (!warnings.isEmpty()) {
      text.append("\nNotes and warnings:\n\n");
      warnings.forEach(each -> text.append("- ").append(Markdown.escape(each)).append('\n'));
    }
    text.append("\nTo repeat it: `java -jar benchmarks.jar ")
        .append(RunFacts.shell(run.command()).replace("`", "'"))
        .append("`\n");
    return text.toString();
  }

  private static void append(StringBuilder text, ViewTable view) {
    if (view.columns().isEmpty()) {
      return;
    }
    text.append("#### ").append(Markdown.escape(view.title())).append("\n\n");
    List<String> heads = new ArrayList<>(view.dimensions());
    view.columns().forEach(column -> heads.add(column.head()));
    row(text, heads);
    text.append("|---".repeat(view.dimensions().size()))
        .append("|--:".repeat(view.columns().size()))
        .append("|\n");
    for (int i = 0; i < view.rows().size(); i++) {
      List<String> cells = new ArrayList<>(view.rows().get(i));
      for (int j = 0; j < view.columns().size(); j++) {
        Entry entry = view.entries().get(i).get(j);
        cells.add(entry == null ? "-" : entry.line(view.columns().get(j)));
      }
      row(text, cells);
    }
    text.append('\n');
  }

  private static void append(
      StringBuilder text, String name, List<Ratio> table, Map<String, CellScore> scores) {
    text.append("#### ").append(Markdown.escape(name)).append("\n\n");
    row(text, List.of("candidate", "score", "x best", "95 % interval", "rounds", "verdict"));
    text.append("|---|--:|--:|---|--:|---|\n");
    for (Ratio ratio : table) {
      CellScore score = scores.get(ratio.name());
      row(
          text,
          List.of(
              ratio.name(),
              score == null ? "-" : Figures.show(score.unit(), score.value()),
              RatioText.factor(ratio.ratio()),
              RatioText.interval(ratio),
              Integer.toString(ratio.rounds()),
              ratio.verdict().toString()));
    }
    text.append('\n');
  }

  private static void row(StringBuilder text, List<String> cells) {
    text.append(
        cells.stream().map(Markdown::escape).collect(Collectors.joining(" | ", "| ", " |\n")));
  }
}
