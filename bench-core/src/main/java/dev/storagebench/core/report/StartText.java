package dev.storagebench.core.report;

import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable.Entry;
import java.util.List;
import java.util.stream.Collectors;

/** What a run says before it begins: what takes part, on what, and what would spoil it. */
public final class StartText {

  private StartText() {}

  /** For a terminal. */
  public static String render(Manifest run, TextStyle style) {
    List<Cell> cells = run.plan().cells();
    StringBuilder text = new StringBuilder();
    if (run.suite() != null) {
      text.append(style.line(run.suite().title()));
    }
    text.append(
        style.line(
            "candidates: "
                + distinct(cells.stream().map(each -> each.candidate().toString()).toList())));
    text.append(style.line("workloads: " + distinct(cells.stream().map(Cell::workload).toList())));
    text.append(style.line("conditions: " + RunFacts.conditions(run)));
    MissingResults.leftOut(run).forEach(each -> text.append(style.line(each)));
    RunWarnings.ofMachine(run)
        .forEach(each -> text.append(style.line(new Entry(each, Tone.DOUBT))));
    if (!run.environment().warnings().isEmpty()) {
      text.append(style.line("java -jar benchmarks.jar doctor says what to do about it"));
    }
    return text.toString();
  }

  private static String distinct(List<String> words) {
    return words.stream().distinct().collect(Collectors.joining(", "));
  }
}
