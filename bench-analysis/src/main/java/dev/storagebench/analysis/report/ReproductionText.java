package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Reproduction;
import dev.storagebench.analysis.compare.Reproduction.Outcome;
import dev.storagebench.analysis.compare.Reproduction.Row;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which ratios of a published run agree with those of its repetition, for a terminal. */
public record ReproductionText(Reproduction reproduction) {

  /** The table, then what differs between the machines. */
  public String text(TextStyle style) {
    Document text = new Document();
    List<Row> rows = reproduction.rows();
    if (rows.isEmpty()) {
      text.line("No two cells of both runs can be compared.");
    } else {
      text.line("Speed relative to the best of the published run").table(table(rows));
      text.line(RunText.SIMULTANEOUS + ".");
      text.line(
          "undecided: the interval is wider than a factor of 1.5; repeat with more --rounds.");
      if (rows.stream().anyMatch(row -> row.change().verdict() == Verdict.TOO_FEW_ROUNDS)) {
        text.line(
            "One round has no interval: agrees within a factor of 1.5, which noise may exceed.");
      }
    }
    reproduction.missing().forEach(each -> text.line("not measured here: " + each));
    for (Difference each : reproduction.differences()) {
      text.line("%s: published %s, here %s".formatted(each.what(), each.before(), each.after()));
    }
    return text.line(outcome()).text(style);
  }

  /** How many ratios agree, and which do not. */
  private String outcome() {
    List<Row> differ = some(Outcome.DIFFERS);
    String which =
        differ.stream()
            .map(row -> row.candidate() + " " + row.measure())
            .collect(Collectors.joining(", "));
    return "%d of %d ratios agree, %d differ%s, %d undecided."
        .formatted(
            some(Outcome.AGREES).size(),
            reproduction.rows().size(),
            differ.size(),
            which.isEmpty() ? "" : " (" + which + ")",
            some(Outcome.UNDECIDED).size());
  }

  private List<Row> some(Outcome outcome) {
    return reproduction.rows().stream().filter(row -> row.outcome() == outcome).toList();
  }

  private static TextTable table(List<Row> rows) {
    TextTable table =
        TextTable.of(
            2,
            "workload",
            "candidate",
            "relative to",
            ">published",
            ">here",
            "here/published",
            "result");
    for (Row row : rows) {
      Outcome outcome = row.outcome();
      table.row(
          List.of(
              Entry.of(row.measure()),
              Entry.of(row.candidate()),
              Entry.of(row.reference()),
              Entry.of(Figures.factor(row.published())),
              Entry.of(Figures.factor(row.here())),
              Entry.of(Figures.interval(row.change().low(), row.change().high())),
              new Entry(
                  outcome.name().toLowerCase(Locale.ROOT),
                  outcome == Outcome.DIFFERS ? Tone.DOUBT : null)));
    }
    return table;
  }
}
