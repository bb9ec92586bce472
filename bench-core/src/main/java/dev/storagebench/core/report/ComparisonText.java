package dev.storagebench.core.report;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.RunComparison;
import dev.storagebench.core.compare.RunComparison.Difference;
import dev.storagebench.core.compare.RunComparison.Row;
import dev.storagebench.core.report.TextStyle.Tone;
import dev.storagebench.core.report.TextTable.Entry;
import dev.storagebench.core.report.TextTable.Head;
import java.util.ArrayList;
import java.util.List;

/**
 * Two runs beside each other, for a terminal and for a pull request.
 *
 * @param before how the old run is called
 * @param after how the new one is called
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

  /** For a terminal. */
  public String text(TextStyle ink) {
    StringBuilder text = new StringBuilder();
    line(text, "old: " + before);
    line(text, "new: " + after);
    comparison.warnings().forEach(each -> line(text, ink.paint(Tone.DOUBT, "warning: " + each)));
    if (!comparison.ratios().isEmpty()) {
      line(text, "speed of the new run as a multiple of the old one, with 95 % intervals");
      TextTable table = new TextTable(2, HEADS);
      comparison.ratios().forEach(row -> table.row(narrow(row)));
      text.append(table.render(ink));
      line(
          text,
          "Simultaneous 95 % intervals (corrected for multiple comparisons); times by their inverse.");
      line(text, "None shown: these rounds show no difference.");
    } else {
      line(text, "no cell was measured in both runs");
    }
    comparison.onlyOld().forEach(name -> line(text, "only in the old run: " + name));
    comparison.onlyNew().forEach(name -> line(text, "only in the new run: " + name));
    for (Difference each : comparison.differences()) {
      line(text, "%s: %s -> %s".formatted(each.what(), shown(each.before()), shown(each.after())));
    }
    return text.toString();
  }

  /** As Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    line(text, "### Speed of `%s` relative to `%s`".formatted(code(after), code(before)));
    line(text, "");
    for (String each : comparison.warnings()) {
      line(text, "**Warning:** " + Markdown.escape(each));
      line(text, "");
    }
    if (comparison.ratios().isEmpty()) {
      line(text, "No cell was measured in both runs.");
    } else {
      line(text, "| workload | candidate | old | new | new/old | 95 % interval | verdict |");
      line(text, "|---|---|--:|--:|--:|---|---|");
      comparison
          .ratios()
          .forEach(
              row ->
                  line(
                      text,
                      "| "
                          + String.join(" | ", cells(row).stream().map(Markdown::escape).toList())
                          + " |"));
      line(text, "");
      line(
          text,
          "Simultaneous 95 % intervals (corrected for multiple comparisons); times by their inverse.");
    }
    list(text, "Only in the old run", comparison.onlyOld());
    list(text, "Only in the new run", comparison.onlyNew());
    if (!comparison.differences().isEmpty()) {
      line(text, "");
      line(text, "| differs | old | new |");
      line(text, "|---|---|---|");
      for (Difference each : comparison.differences()) {
        line(
            text,
            "| %s | %s | %s |"
                .formatted(
                    Markdown.escape(each.what()),
                    Markdown.escape(shown(each.before())),
                    Markdown.escape(shown(each.after()))));
      }
    }
    return text.toString();
  }

  private static void list(StringBuilder text, String title, List<String> names) {
    if (!names.isEmpty()) {
      line(text, "");
      line(text, title + ":");
      line(text, "");
      names.forEach(name -> line(text, "- " + Markdown.escape(name)));
    }
  }

  private static List<String> cells(Row row) {
    List<String> cells = new ArrayList<>();
    cells.add(row.measure().shortName());
    cells.add(row.engine());
    cells.add(figure(row, row.before()));
    cells.add(figure(row, row.after()));
    cells.add(RatioText.factor(row.ratio().ratio()));
    cells.add(RatioText.interval(row.ratio()));
    cells.add(row.ratio().verdict().toString());
    return cells;
  }

  /** The same in fewer columns: the unit stands once, the verdict in a word or two. */
  private static List<Entry> narrow(Row row) {
    Measure measure = row.measure();
    String workload = measure.shortName();
    return List.of(
        Entry.of(measure.isTime() ? workload : workload + " " + measure.unit()),
        Entry.of(row.engine()),
        Entry.of(bare(measure, row.before())),
        Entry.of(bare(measure, row.after())),
        Entry.of(RatioText.factor(row.ratio().ratio())),
        Entry.of(RatioText.interval(row.ratio())),
        new Entry(
            row.ratio().verdict().toString().replace("no difference shown", "none shown"),
            RatioText.tone(row.ratio().verdict())));
  }

  private static String bare(Measure measure, double value) {
    return measure.isTime() ? Figures.micros(value) : Figures.rate(value);
  }

  private static String figure(Row row, double value) {
    String bare = bare(row.measure(), value);
    return row.measure().isTime() ? bare : bare + " " + row.measure().unit();
  }

  private static String shown(String value) {
    return value.isEmpty() ? "none" : value;
  }

  private static String code(String text) {
    return text.replace("`", "'");
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
