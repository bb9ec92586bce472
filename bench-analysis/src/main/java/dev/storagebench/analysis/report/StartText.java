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
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Start banner: candidates, conditions, environment warnings. */
public final class StartText {

  private StartText() {}

  /** Renders what takes part, and under which conditions. */
  public static String render(Manifest run, TextStyle style) {
    List<Cell> cells = run.plan().cells();
    Document text = new Document();
    if (run.suite() != null) {
      text.line(run.suite().title());
    }
    text.line("candidates: " + distinct(cells.stream().map(each -> candidate(each.candidate()))));
    MissingResults.byReason(run).entrySet().stream()
        .filter(each -> each.getKey().startsWith(SuitePlan.MISSING))
        .forEach(each -> text.line(each.getValue() + ": " + each.getKey()));
    text.line("workloads: " + distinct(cells.stream().map(Cell::workload)));
    text.line("conditions: " + RunFacts.conditions(new Dimensions(run)));
    return text.text(style);
  }

  /** Environment warnings and excluded engines, printed before the first fork. */
  public static String notes(Manifest run, TextStyle style) {
    Document text = new Document();
    int others = run.leftOut().size();
    if (others > 0) {
      text.line(
          "%d more %s not in this run: java -jar benchmarks.jar engines"
              .formatted(others, others == 1 ? "engine is" : "engines are"));
    }
    List<Warning> machine = RunWarnings.ofMachine(run);
    machine.forEach(each -> text.line(each.text(), each.tone()));
    if (!machine.isEmpty()) {
      text.line("for remedies run: java -jar benchmarks.jar doctor");
    }
    return text.text(style);
  }

  private static String candidate(Candidate candidate) {
    return candidate + (candidate.label().equals(Ranking.HARNESS) ? " (the harness alone)" : "");
  }

  private static String distinct(Stream<String> words) {
    return words.distinct().collect(Collectors.joining(", "));
  }
}
