package dev.storagebench.core.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.compare.RunComparison;
import dev.storagebench.core.compare.RunComparison.Difference;
import dev.storagebench.core.compare.RunComparison.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * Two runs beside each other, for a terminal and for a pull request.
 *
 * @param before how the old run is called
 * @param after how the new one is called
 */
public record ComparisonText(RunComparison comparison, String before, String after) {
  private static final List<String> HEADERS =
      List.of("workload", "engine", "old", "new", "new/old", "interval", "verdict");

  /** For a terminal. */
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, "old: " + before);
    line(text, "new: " + after);
    if (!comparison.ratios().isEmpty()) {
      line(text, "speed of the new run as a multiple of the old one, with 95 % intervals");
      line(
          text,
          AsciiTable.getTable(
              AsciiTable.NO_BORDERS,
              HEADERS.stream()
                  .map(name -> new Column().header(name).dataAlign(align(name)))
                  .toArray(Column[]::new),
              comparison.ratios().stream()
                  .map(row -> cells(row).toArray(String[]::new))
                  .toArray(String[][]::new)));
      line(text, "The intervals hold all together. Times are compared by their inverse.");
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
    if (comparison.ratios().isEmpty()) {
      line(text, "No cell was measured in both runs.");
    } else {
      line(text, "| workload | engine | old | new | new/old | 95 % interval | verdict |");
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
      line(text, "The intervals hold all together. Times are compared by their inverse.");
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

  private static String figure(Row row, double value) {
    return row.measure().figure().isTime()
        ? Figures.micros(value)
        : Figures.rate(value) + " " + row.measure().figure().unit();
  }

  private static HorizontalAlign align(String header) {
    return List.of("old", "new", "new/old").contains(header)
        ? HorizontalAlign.RIGHT
        : HorizontalAlign.LEFT;
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
