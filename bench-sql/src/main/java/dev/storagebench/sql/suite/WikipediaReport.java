package dev.storagebench.sql.suite;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.report.Figures;
import dev.storagebench.core.result.CellResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The suite's figures as text: the publication's table with ours beside it. */
public final class WikipediaReport {
  private final WikipediaModel model;

  /** Of a run's results. */
  public WikipediaReport(List<CellResult> results) {
    this.model = new WikipediaFigures(results).model(List.of(), "");
  }

  /** The whole text. */
  public String render() {
    StringBuilder text = new StringBuilder();
    text.append("rows/s, ").append(model.subtitle()).append(System.lineSeparator());
    text.append(rates()).append(System.lineSeparator());
    for (WikipediaModel.Size size : model.sizes()) {
      text.append(
          "%s: %s on disk for %s raw (%.2f x)%n"
              .formatted(
                  size.variant(),
                  Figures.size((double) size.bytesOnDisk()),
                  Figures.size((double) size.rawBytes()),
                  size.saved()));
    }
    text.append(
        "published: InnoDB compressed %.2f x, TerarkDB %.2f x%n"
            .formatted(PublishedWikipedia.INNODB_SAVED, PublishedWikipedia.TERARKDB_SAVED));
    for (WikipediaModel.Failure failure : model.failures()) {
      text.append("%s: %s: %s%n".formatted(failure.cell(), failure.status(), failure.reason()));
    }
    return text.toString();
  }

  private String rates() {
    List<Column> columns = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    columns.add(column("memory", HorizontalAlign.LEFT));
    columns.add(column("workload", HorizontalAlign.LEFT));
    for (int i = 0; i < model.variants().size(); i++) {
      columns.add(column(model.variants().get(i), HorizontalAlign.RIGHT));
      if (i > 0) {
        columns.add(column("÷ " + model.variants().get(0), HorizontalAlign.RIGHT));
      }
    }
    columns.add(column("published InnoDB", HorizontalAlign.RIGHT));
    columns.add(column("TerarkDB", HorizontalAlign.RIGHT));
    columns.add(column("÷ InnoDB", HorizontalAlign.RIGHT));
    for (WikipediaModel.Row row : model.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.memory() + "x", row.workload()));
      for (int i = 0; i < row.ours().size(); i++) {
        cells.add(rate(row.ours().get(i).rowsPerSecond()));
        if (i > 0) {
          cells.add(ratio(row.ours().get(i).ofFirst()));
        }
      }
      cells.add(rate(row.publishedInnodb()));
      cells.add(rate(row.publishedTerarkdb()));
      cells.add(ratio(row.publishedRatio()));
      rows.add(cells);
    }
    return AsciiTable.getTable(
        AsciiTable.NO_BORDERS,
        columns.toArray(Column[]::new),
        rows.stream().map(row -> row.toArray(String[]::new)).toArray(String[][]::new));
  }

  private static Column column(String name, HorizontalAlign align) {
    return new Column()
        .header(name)
        .headerAlign(align)
        .dataAlign(align)
        .maxWidth(Integer.MAX_VALUE);
  }

  private static String rate(@Nullable Double value) {
    return value == null ? "-" : Figures.rate(value);
  }

  private static String ratio(@Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%.2f", value);
  }
}
