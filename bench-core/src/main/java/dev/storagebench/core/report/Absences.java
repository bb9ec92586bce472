package dev.storagebench.core.report;

import dev.storagebench.core.report.Ink.Tone;
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
  private static final String FAILED = "FAILED";

  Absences {
    results = List.copyOf(results);
    leftOut = new TreeMap<>(leftOut);
  }

  /** What stands in the place of a figure that these cells do not have. */
  static String mark(List<CellResult> cells) {
    return cells.isEmpty()
        ? "-"
        : cells.stream().anyMatch(cell -> cell.status() == Status.FAILED) ? FAILED : "unsupp.";
  }

  /** The color of such a mark. */
  static Tone tone(List<CellResult> cells) {
    return mark(cells).equals(FAILED) ? Tone.BAD : Tone.DOUBT;
  }

  /**
   * One line for each reason.
   *
   * @param name what a cell is called, its engine included
   */
  List<String> notes(Ink ink, Function<Cell, String> name) {
    List<String> notes = new ArrayList<>();
    Map<String, Set<String>> cells = new TreeMap<>();
    for (CellResult result : results) {
      if (result.status() != Status.MEASURED) {
        String what = result.status() == Status.FAILED ? FAILED : "unsupported";
        cells
            .computeIfAbsent("%s %%s: %s".formatted(what, escaped(result)), r -> new TreeSet<>())
            .add(name.apply(result.cell()));
      }
    }
    cells.forEach(
        (note, names) ->
            notes.add(
                ink.paint(
                    note.startsWith(FAILED) ? Tone.BAD : Tone.DOUBT,
                    note.formatted(String.join(", ", names)))));
    new Doubts(results).notes().forEach(note -> notes.add(ink.paint(Tone.DOUBT, note)));
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
