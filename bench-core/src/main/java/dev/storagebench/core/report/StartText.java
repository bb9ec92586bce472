package dev.storagebench.core.report;

import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a run says before it begins: what takes part, on what, and what would spoil it. */
public final class StartText {

  private StartText() {}

  /** For a terminal. */
  public static String render(Manifest run, TextStyle style) {
    List<Cell> cells = run.plan().cells();
    List<String> lines = new ArrayList<>();
    if (run.suite() != null) {
      lines.add(run.suite().title());
    }
    lines.add(
        "candidates: "
            + distinct(cells.stream().map(each -> each.candidate().toString()).toList()));
    lines.add("workloads: " + distinct(cells.stream().map(Cell::workload).toList()));
    lines.add("conditions: " + RunFacts.conditions(run));
    lines.addAll(MissingResults.leftOut(run));
    RunWarnings.ofMachine(run).forEach(each -> lines.add(style.paint(Tone.DOUBT, each)));
    if (!run.environment().warnings().isEmpty()) {
      lines.add("java -jar benchmarks.jar doctor says what to do about it");
    }
    return lines.stream()
        .map(line -> style.wrap(line) + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private static String distinct(List<String> words) {
    return words.stream().distinct().collect(Collectors.joining(", "));
  }
}
