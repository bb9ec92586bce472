package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.compare.RunComparison.Row;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Two runs side by side, for a terminal and for a pull request.
 *
 * @param before the name of the old run
 * @param after the name of the new one
 */
public record ComparisonText(RunComparison comparison, String before, String after) {
  private static final String WEAKENED =
      Mark.WEAKENED + " weaker settings than requested; judged only if both runs have it.";

  /** Differences, a sentence each. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<Row> rows = comparison.ratios();
    for (Verdict verdict : List.of(Verdict.SLOWER, Verdict.FASTER)) {
      List<String> cells =
          rows.stream()
              .filter(row -> row.ratio().verdict() == verdict)
              .map(
                  row ->
                      "%s %s %s"
                          .formatted(
                              row.candidate(), row.measure().shortName(), row.ratio().text()))
              .toList();
      if (!cells.isEmpty()) {
        sentences.add(
            "The new run is %s in %d of %d cells: %s."
                .formatted(verdict, cells.size(), rows.size(), String.join("; ", cells)));
      }
    }
    if (sentences.isEmpty() && !rows.isEmpty()) {
      sentences.add("No difference is shown in any of %d cells.".formatted(rows.size()));
    }
    long open =
        rows.stream()
            .map(row -> row.ratio().verdict())
            .filter(each -> each == Verdict.UNDECIDED || each == Verdict.TOO_FEW_ROUNDS)
            .count();
    if (open > 0) {
      sentences.add(
          "%d of them are undecided: more rounds in both runs would decide.".formatted(open));
    }
    return sentences;
  }

  /** For a terminal. */
  public String text(TextStyle style) {
    return document().text(style);
  }

  /** Renders it as Markdown. */
  public String markdown() {
    return document().markdown();
  }

  private Document document() {
    Document text = new Document();
    text.heading("Speed of %s relative to %s".formatted(after, before));
    comparison.warnings().forEach(each -> text.line("Warning: " + each, Tone.DOUBT));
    if (comparison.ratios().isEmpty()) {
      text.line("No cell was measured in both runs.");
    } else {
      sentences().forEach(text::line);
      text.table(table()).line(RunText.SIMULTANEOUS + "; times by their inverse.");
      if (comparison.ratios().stream().anyMatch(Row::weakened)) {
        text.line(WEAKENED);
      }
    }
    list(text, "Only in the old run:", comparison.onlyOld());
    list(text, "Only in the new run:", comparison.onlyNew());
    list(
        text,
        "Other differences:",
        comparison.differences().stream().map(Difference::toString).toList());
    return text;
  }

  private TextTable table() {
    TextTable table =
        TextTable.of(2, "workload", "candidate", ">old", ">new", ">new/old", "interval", "verdict");
    for (Row row : comparison.ratios()) {
      Measure measure = row.measure();
      String name = measure.shortName();
      table.row(
          List.of(
              Entry.of(measure.isTime() ? name : name + " " + measure.unit()),
              Entry.of(row.candidate()),
              figure(row.before()),
              figure(row.after()),
              Entry.of(Figures.factor(row.ratio().ratio())),
              Entry.of(Figures.interval(row.ratio().low(), row.ratio().high())),
              RunText.verdict(row.ratio())));
    }
    return table;
  }

  private static Entry figure(CellScore score) {
    return Entry.of(score.shown() + (score.weakened() ? Mark.WEAKENED : ""));
  }

  private static void list(Document text, String title, List<String> names) {
    if (!names.isEmpty()) {
      text.line(title);
      names.forEach(text::item);
    }
  }
}
