package dev.storagebench.core.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.compare.Speeds;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.result.TimeHistograms;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Response times at a rate for the terminal: a row a workload and engine. */
public final class RateTable {
  private static final double[] PERCENTS = {50, 90, 99, 99.9, 100};

  private RateTable() {}

  /**
   * The table with its heading.
   *
   * @param variant what cells are called beside their workload: the engine, for example
   * @return empty text if no cell had a rate
   */
  public static String render(List<CellResult> results, Function<Cell, String> variant) {
    Map<String, List<CellResult>> rows = new LinkedHashMap<>();
    results.stream()
        .filter(result -> result.cell().rate().isPresent())
        .sorted(
            Comparator.comparing(CellResult::cell, Speeds.usualOrder())
                .thenComparing(result -> result.cell().threads())
                .thenComparing(result -> result.cell().engine().equals(Speeds.HARNESS))
                .thenComparing(result -> variant.apply(result.cell())))
        .forEach(
            result ->
                rows.computeIfAbsent(
                        workload(result.cell()) + "\t" + variant.apply(result.cell()),
                        row -> new ArrayList<>())
                    .add(result));
    if (rows.isEmpty()) {
      return "";
    }
    List<String[]> table = new ArrayList<>();
    rows.forEach((row, cells) -> table.add(row(row.split("\t", -1), cells)));
    return "response time at a rate: from the moment at which an operation comes, waiting included%n%s%n"
        .formatted(
            AsciiTable.getTable(AsciiTable.NO_BORDERS, columns(), table.toArray(String[][]::new)));
  }

  private static String workload(Cell cell) {
    String memory = cell.parameters().getOrDefault("memory", "none");
    return "%s, t%d%s"
        .formatted(
            cell.workload().replace("ReadWriteMix", "Mix").replace(" response time", ""),
            cell.threads(),
            memory.equals("none") ? "" : ", " + memory);
  }

  private static Column[] columns() {
    return Stream.of("workload", "", "achieved/s", "p50", "p90", "p99", "p99.9", "max", "")
        .map(
            name ->
                new Column()
                    .header(name)
                    .dataAlign(
                        name.isEmpty() || name.equals("workload")
                            ? HorizontalAlign.LEFT
                            : HorizontalAlign.RIGHT))
        .toArray(Column[]::new);
  }

  private static String[] row(String[] names, List<CellResult> cells) {
    List<String> row = new ArrayList<>(List.of(names));
    List<OpenLoopReport> loops =
        cells.stream().flatMap(cell -> Stream.ofNullable(cell.openLoop())).toList();
    boolean measured = cells.stream().allMatch(cell -> cell.status() == Status.MEASURED);
    if (measured && !loops.isEmpty()) {
      row.add(
          Figures.rate(
              loops.stream().mapToDouble(OpenLoopReport::achieved).average().orElse(Double.NaN)));
      for (double percent : PERCENTS) {
        row.add(
            TimeHistograms.merged(cells)
                .map(times -> Figures.micros(TimeHistograms.micros(times, percent)))
                .orElse("-"));
      }
      row.add(loops.stream().allMatch(OpenLoopReport::keptUp) ? "" : "did not keep up");
    } else {
      row.addAll(Collections.nCopies(PERCENTS.length + 1, Absences.mark(cells)));
      row.add("");
    }
    return row.toArray(String[]::new);
  }
}
