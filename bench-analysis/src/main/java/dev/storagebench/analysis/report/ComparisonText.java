package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.compare.RunComparison.Row;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.Markdown;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
                      "%s %s %s × (%s)"
                          .formatted(
                              row.candidate(),
                              row.measure().shortName(),
                              Figures.factor(row.ratio().ratio()),
                              Figures.interval(row.ratio().low(), row.ratio().high())))
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
    StringBuilder text = new StringBuilder();
    Consumer<String> line = each -> text.append(style.line(each));
    line.accept("old: " + before);
    line.accept("new: " + after);
    comparison
        .warnings()
        .forEach(each -> text.append(style.line(new Entry("warning: " + each, Tone.DOUBT))));
    if (comparison.ratios().isEmpty()) {
      line.accept("no cell was measured in both runs");
    } else {
      line.accept("speed of the new run relative to the old one, with 95 % intervals");
      text.append(table().render(style));
      line.accept(RunText.SIMULTANEOUS + "; times by their inverse.");
      line.accept("n.s.: not significant (the interval contains 1).");
      if (comparison.ratios().stream().anyMatch(Row::weakened)) {
        line.accept(WEAKENED);
      }
      sentences().forEach(line);
    }
    comparison.onlyOld().forEach(name -> line.accept("only in the old run: " + name));
    comparison.onlyNew().forEach(name -> line.accept("only in the new run: " + name));
    for (Difference each : comparison.differences()) {
      line.accept("%s: %s -> %s".formatted(each.what(), each.before(), each.after()));
    }
    return text.toString();
  }

  /** Renders it as Markdown. */
  public String markdown() {
    Markdown text = new Markdown();
    text.line("### Speed of %s relative to %s\n", Markdown.code(after), Markdown.code(before));
    comparison.warnings().forEach(each -> text.line("**Warning:** %s\n", each));
    if (comparison.ratios().isEmpty()) {
      text.line("No cell was measured in both runs.");
    } else {
      sentences().forEach(each -> text.line("%s\n", each));
      text.table(table()).line("\n%s; times by their inverse.", RunText.SIMULTANEOUS);
      if (comparison.ratios().stream().anyMatch(Row::weakened)) {
        text.line("%s", WEAKENED);
      }
    }
    list(text, "Only in the old run", comparison.onlyOld());
    list(text, "Only in the new run", comparison.onlyNew());
    if (!comparison.differences().isEmpty()) {
      TextTable table = TextTable.of(1, "differs", "old", "new");
      comparison.differences().forEach(each -> table.row(each.what(), each.before(), each.after()));
      text.line("").table(table);
    }
    return text.toString();
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
              figure(measure, row.before()),
              figure(measure, row.after()),
              Entry.of(Figures.factor(row.ratio().ratio())),
              Entry.of(Figures.interval(row.ratio().low(), row.ratio().high())),
              RunText.verdict(row.ratio())));
    }
    return table;
  }

  private static Entry figure(Measure measure, CellScore score) {
    return Entry.of(
        Figures.show(measure.unit(), score.value()) + (score.weakened() ? Mark.WEAKENED : ""));
  }

  private static void list(Markdown text, String title, List<String> names) {
    if (!names.isEmpty()) {
      text.line("\n%s:\n", title);
      names.forEach(name -> text.line("- %s", name));
    }
  }
}
