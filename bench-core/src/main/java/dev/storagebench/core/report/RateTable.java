package dev.storagebench.core.report;

import dev.storagebench.core.compare.Speeds;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.report.Ink.Tone;
import dev.storagebench.core.report.TextTable.Entry;
import dev.storagebench.core.report.TextTable.Head;
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
  private static final double[] PERCENTS = {50, 99, 99.9, 100};

  private RateTable() {}

  /**
   * The table with its heading.
   *
   * @param variant what cells are called beside their workload: the engine, for example
   * @return empty text if no cell had a rate
   */
  public static String render(List<CellResult> results, Function<Cell, String> variant, Ink ink) {
    Map<String, List<CellResult>> rows = new LinkedHashMap<>();
    results.stream()
        .filter(result -> result.cell().rate().isPresent())
        .sorted(
            Comparator.comparing(CellResult::cell, Speeds.usualOrder())
                .thenComparing(result -> result.cell().threads())
                .thenComparing(result -> result.cell().label().equals(Speeds.HARNESS))
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
    TextTable table = new TextTable(2, heads());
    rows.forEach((row, cells) -> table.row(row(row.split("\t", -1), cells)));
    return "response time at a rate: from the moment an operation comes, waiting included%n%s%s"
        .formatted(
            table.render(ink),
            rows.values().stream().allMatch(RateTable::keptUp)
                ? ""
                : "! did not keep up: its queue grew for as long as it was measured%n".formatted());
  }

  private static boolean keptUp(List<CellResult> cells) {
    return loops(cells).stream().allMatch(OpenLoopReport::keptUp);
  }

  private static List<OpenLoopReport> loops(List<CellResult> cells) {
    return cells.stream().flatMap(cell -> Stream.ofNullable(cell.openLoop())).toList();
  }

  private static String workload(Cell cell) {
    String memory = cell.parameters().getOrDefault("memory", "none");
    return "%s, t%d%s"
        .formatted(
            cell.workload().replace("ReadWriteMix", "Mix").replace(" response time", ""),
            cell.threads(),
            memory.equals("none") ? "" : ", " + memory);
  }

  private static List<Head> heads() {
    return List.of(
        Head.words("workload"),
        Head.words(""),
        Head.figures("achieved/s"),
        Head.figures("p50"),
        Head.figures("p99"),
        Head.figures("p99.9"),
        Head.figures("max"));
  }

  private static List<Entry> row(String[] names, List<CellResult> cells) {
    List<Entry> row = new ArrayList<>();
    Stream.of(names).map(Entry::of).forEach(row::add);
    List<OpenLoopReport> loops = loops(cells);
    boolean measured = cells.stream().allMatch(cell -> cell.status() == Status.MEASURED);
    if (measured && !loops.isEmpty()) {
      String achieved =
          Figures.rate(
              loops.stream().mapToDouble(OpenLoopReport::achieved).average().orElse(Double.NaN));
      row.add(keptUp(cells) ? Entry.of(achieved) : new Entry(achieved + "!", Tone.DOUBT));
      for (double percent : PERCENTS) {
        row.add(
            Entry.of(
                TimeHistograms.merged(cells)
                    .map(times -> Figures.micros(TimeHistograms.micros(times, percent)))
                    .orElse("-")));
      }
    } else {
      row.addAll(Collections.nCopies(PERCENTS.length + 1, Entry.of(Absences.mark(cells))));
    }
    return row;
  }
}
