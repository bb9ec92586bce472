package dev.storagebench.analysis.report;

import dev.storagebench.analysis.report.ViewTable.Column;
import dev.storagebench.analysis.report.ViewTable.Entry;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.core.text.PlainText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/** The run's views as {@code views.csv} (RFC 4180), tidy: one row a figure, ours and published. */
final class ViewsCsv {
  private static final String[] HEADER =
      "view row column figure unit value low high ratio of_first source shown".split(" ", -1);

  private ViewsCsv() {}

  static String render(Manifest run) {
    StringBuilder text = new StringBuilder();
    try (CSVPrinter csv = CSVFormat.RFC4180.builder().setHeader(HEADER).get().print(text)) {
      for (Map.Entry<View, ViewTable> each : Pivot.whole(DefaultViews.text(run), run).entrySet()) {
        ViewTable table = each.getValue();
        for (int i = 0; i < table.rows().size(); i++) {
          String row = named(table.dimensions(), table.rows().get(i));
          for (int j = 0; j < table.columns().size(); j++) {
            print(csv, each.getKey(), row, table.columns().get(j), table.entries().get(i).get(j));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to memory", e);
    }
    return text.toString();
  }

  private static void print(
      CSVPrinter csv, View view, String row, Column column, @Nullable Entry entry)
      throws IOException {
    if (entry != null) {
      csv.printRecord(
          PlainText.cell(view.title()),
          PlainText.cell(row),
          PlainText.cell(named(view.columns(), column.values())),
          PlainText.cell(column.figure()),
          PlainText.cell(column.unit()),
          entry.value(),
          entry.low(),
          entry.high(),
          entry.ratio(),
          entry.ofFirst(),
          PlainText.cell(entry.source()),
          PlainText.cell(entry.text()));
    }
  }

  private static String named(List<String> dimensions, List<String> values) {
    return IntStream.range(0, values.size())
        .mapToObj(i -> dimensions.get(i) + "=" + values.get(i))
        .collect(Collectors.joining(";"));
  }
}
