package dev.storagebench.core.report;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    results.stream()
        .filter(result -> result.status() != Status.MEASURED)
        .map(
            result ->
                "%s %s: %s"
                    .formatted(
                        result.status() == Status.FAILED ? "FAILED" : "unsupported",
                        name.apply(result.cell()),
                        result.message()))
        .distinct()
        .forEach(notes::add);
    notes.addAll(new Doubts(results).notes());
    leftOut.forEach(
        (engine, reason) -> notes.add("not in this run: " + engine + " (" + reason + ")"));
    return notes;
  }
}
