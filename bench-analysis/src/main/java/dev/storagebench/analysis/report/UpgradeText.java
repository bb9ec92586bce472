package dev.storagebench.analysis.report;

import dev.storagebench.analysis.conclusion.Upgrade;
import dev.storagebench.analysis.conclusion.Upgrade.Row;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An upgrade as one table and one sentence, for a terminal and for a pull request.
 *
 * @param before the old candidate's label
 * @param after the new one's
 * @param threshold the loss that is accepted, as {@link Precision#parse} reads it
 */
public record UpgradeText(Upgrade upgrade, String before, String after, String threshold) {

  /** For a terminal. */
  public String text(TextStyle style) {
    return document().text(style);
  }

  /** For a pull request. */
  public String markdown() {
    return document().markdown();
  }

  private Document document() {
    TextTable table =
        TextTable.of(2, "workload", "figure", ">old", ">new", ">new/old", "interval", "verdict");
    for (Row row : upgrade.rows()) {
      table.row(
          List.of(
              Entry.of(row.workload()),
              Entry.of(row.figure().equals(CellScore.SPEED) ? row.before().unit() : row.figure()),
              Entry.of(row.before().shown()),
              Entry.of(row.after().shown()),
              Entry.of(Figures.factor(row.ratio().ratio())),
              Entry.of(Figures.interval(row.ratio().low(), row.ratio().high())),
              verdict(row.ratio())));
    }
    Document document =
        new Document()
            .heading("%s relative to %s".formatted(after, before))
            .table(table)
            .line(sentence());
    if (!upgrade.missing().isEmpty()) {
      document.line("Not judged: %s.".formatted(String.join(", ", upgrade.missing())));
    }
    return document.line(
        "Times and sizes by their inverse: below 1 is worse. Of 100 upgrades that change nothing, 1 shows a loss.");
  }

  /** Rows are of speeds, times and sizes: faster would be wrong for most of them. */
  private static Entry verdict(Ratio ratio) {
    return switch (ratio.verdict()) {
      case FASTER -> new Entry("better", Tone.GOOD);
      case SLOWER -> new Entry("worse", Tone.BAD);
      default -> RunText.verdict(ratio);
    };
  }

  private String sentence() {
    List<Row> losses = upgrade.losses(Precision.parse(threshold));
    long undecided =
        upgrade.rows().stream()
            .map(row -> row.ratio().verdict())
            .filter(each -> each == Verdict.UNDECIDED || each == Verdict.TOO_FEW_ROUNDS)
            .count();
    return losses.isEmpty()
        ? "No loss of more than %s is shown in any of %d figures%s."
            .formatted(
                threshold,
                upgrade.rows().size(),
                undecided == 0 ? "" : "; %d undecided".formatted(undecided))
        : "%s is worse by more than %s in %d of %d figures: %s."
            .formatted(
                after,
                threshold,
                losses.size(),
                upgrade.rows().size(),
                losses.stream()
                    .map(row -> row.workload() + " " + row.figure() + " " + row.ratio().text())
                    .collect(Collectors.joining("; ")));
  }
}
