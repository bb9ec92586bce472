package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.conclusion.RunWarnings;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import java.util.List;
import java.util.stream.Collectors;

/** Start banner: candidates, conditions, environment warnings. */
public final class StartText {

  private StartText() {}

  /** Renders what takes part, and under which conditions. */
  public static String render(Manifest run, TextStyle style) {
    List<Cell> cells = run.plan().cells();
    StringBuilder text = new StringBuilder();
    if (run.suite() != null) {
      text.append(style.line(run.suite().title()));
    }
    text.append(
        style.line(
            "candidates: "
                + distinct(cells.stream().map(each -> candidate(each.candidate())).toList())));
    MissingResults.byReason(run).entrySet().stream()
        .filter(each -> each.getKey().startsWith(SuitePlan.MISSING))
        .forEach(each -> text.append(style.line(each.getValue() + ": " + each.getKey())));
    text.append(style.line("workloads: " + distinct(cells.stream().map(Cell::workload).toList())));
    text.append(style.line("conditions: " + RunFacts.conditions(new Dimensions(run))));
    return text.toString();
  }

  /** Environment warnings and excluded engines, printed before the first fork. */
  public static String notes(Manifest run, TextStyle style) {
    StringBuilder text = new StringBuilder();
    int others = run.leftOut().size();
    if (others > 0) {
      text.append(
          style.line(
              "%d more %s not in this run: java -jar benchmarks.jar engines"
                  .formatted(others, others == 1 ? "engine is" : "engines are")));
    }
    List<Warning> machine = RunWarnings.ofMachine(run);
    machine.forEach(each -> text.append(style.line(new Entry(each.text(), each.tone()))));
    if (!machine.isEmpty()) {
      text.append(style.line("for remedies run: java -jar benchmarks.jar doctor"));
    }
    return text.toString();
  }

  private static String candidate(Candidate candidate) {
    return candidate + (candidate.label().equals(Ranking.HARNESS) ? " (the harness alone)" : "");
  }

  private static String distinct(List<String> words) {
    return words.stream().distinct().collect(Collectors.joining(", "));
  }
}
