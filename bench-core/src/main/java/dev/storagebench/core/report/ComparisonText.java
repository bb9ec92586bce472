package dev.storagebench.core.report;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.RunComparison;
import dev.storagebench.core.compare.RunComparison.Row;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest.Difference;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.Markdown;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import dev.storagebench.core.text.TextTable.Entry;
import dev.storagebench.core.text.TextTable.Head;
import java.util.List;

/**
 * Two runs side by side, for a terminal and for a pull request.
 *
 * @param before the name of the old run
 * @param after the name of the new one
 */
public record ComparisonText(RunComparison comparison, String before, String after) {
  private static final List<Head> HEADS =
      List.of(
          Head.words("workload"),
          Head.words("candidate"),
          Head.figures("old"),
          Head.figures("new"),
          Head.figures("new/old"),
          Head.words("interval"),
          Head.words("verdict"));
  private static final String WEAKENED =
      MissingResults.WEAKENED
          + " weaker settings than requested; judged only if both runs have it.";

  /** For a terminal. */
  public String text(TextStyle style) {
    StringBuilder text = new StringBuilder("old: %s%nnew: %s%n".formatted(before, after));
    comparison.warnings().forEach(each -> line(text, style.paint(Tone.DOUBT, "warning: " + each)));
    if (comparison.ratios().isEmpty()) {
      line(text, "no cell was measured in both runs");
    } else {
      line(text, "speed of the new run relative to the old one, with 95 % intervals");
      text.append(table().render(style));
      line(text, RunText.SIMULTANEOUS + "; times by their inverse.");
      line(text, "none shown: the interval contains 1.");
      if (comparison.ratios().stream().anyMatch(Row::weakened)) {
        line(text, WEAKENED);
      }
    }
    comparison.onlyOld().forEach(name -> line(text, "only in the old run: " + name));
    comparison.onlyNew().forEach(name -> line(text, "only in the new run: " + name));
    for (Difference each : comparison.differences()) {
      line(text, "%s: %s -> %s".formatted(each.what(), each.before(), each.after()));
    }
    return text.toString();
  }

  /** As Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    line(text, "### Speed of `%s` relative to `%s`\n".formatted(code(after), code(before)));
    comparison
        .warnings()
        .forEach(each -> line(text, "**Warning:** " + Markdown.escape(each) + "\n"));
    if (comparison.ratios().isEmpty()) {
      line(text, "No cell was measured in both runs.");
    } else {
      text.append(table().markdown()).append('\n');
      line(text, RunText.SIMULTANEOUS + "; times by their inverse.");
      if (comparison.ratios().stream().anyMatch(Row::weakened)) {
        line(text, WEAKENED);
      }
    }
    list(text, "Only in the old run", comparison.onlyOld());
    list(text, "Only in the new run", comparison.onlyNew());
    if (!comparison.differences().isEmpty()) {
      TextTable table =
          new TextTable(1, List.of(Head.words("differs"), Head.words("old"), Head.words("new")));
      comparison
          .differences()
          .forEach(
              each ->
                  table.row(
                      List.of(
                          Entry.of(each.what()), Entry.of(each.before()), Entry.of(each.after()))));
      text.append('\n').append(table.markdown());
    }
    return text.toString();
  }

  private TextTable table() {
    TextTable table = new TextTable(2, HEADS);
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
        Figures.show(measure.unit(), score.value())
            + (score.weakened() ? MissingResults.WEAKENED : ""));
  }

  private static void list(StringBuilder text, String title, List<String> names) {
    if (!names.isEmpty()) {
      line(text, "\n" + title + ":\n");
      names.forEach(name -> line(text, "- " + Markdown.escape(name)));
    }
  }

  private static String code(String text) {
    return text.replace("`", "'");
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
