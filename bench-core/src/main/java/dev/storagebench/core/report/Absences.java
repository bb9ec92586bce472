package dev.storagebench.core.report;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a run does not show, and why: failed and unsupported cells, engines that took no part.
 *
 * @param leftOut engines that did not take part, each with the reason
 */
record Absences(List<CellResult> results, Map<String, String> leftOut) {
  Absences {
    results = List.copyOf(results);
    leftOut = new TreeMap<>(leftOut);
  }

  /** What stands in the place of a figure that these cells do not have. */
  static String mark(List<CellResult> cells) {
    return cells.isEmpty()
        ? "-"
        : cells.stream().anyMatch(cell -> cell.status() == Status.FAILED) ? "FAILED" : "unsupp.";
  }

  /**
   * One line for each reason.
   *
   * @param name what a cell is called, its engine included
   */
  List<String> notes(Function<Cell, String> name) {
    List<String> notes = new ArrayList<>();
    Map<String, Set<String>> cells = new TreeMap<>();
    for (CellResult result : results) {
      if (result.status() != Status.MEASURED) {
        String what = result.status() == Status.FAILED ? "FAILED" : "unsupported";
        cells
            .computeIfAbsent("%s %%s: %s".formatted(what, escaped(result)), r -> new TreeSet<>())
            .add(name.apply(result.cell()));
      }
    }
    cells.forEach((note, names) -> notes.add(note.formatted(String.join(", ", names))));
    notes.addAll(new Doubts(results).notes());
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    leftOut.forEach(
        (engine, reason) -> byReason.computeIfAbsent(reason, r -> new ArrayList<>()).add(engine));
    byReason.forEach(
        (reason, engines) ->
            notes.add("not in this run: %s (%s)".formatted(String.join(", ", engines), reason)));
    return notes;
  }

  private static String escaped(CellResult result) {
    return String.valueOf(result.message()).replace("%", "%%");
  }
}
