package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.conclusion.Upgrade;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Two runs, or two candidates of one, side by side: for a terminal and for a pull request. */
public final class ComparisonText {
  private static final String WEAKENED =
      Mark.WEAKENED + " weaker settings than requested; judged only if both runs have it.";

  private static final List<Verdict> DIFFERENT = List.of(Verdict.SLOWER, Verdict.FASTER);
  private static final List<Verdict> UNDECIDED = List.of(Verdict.UNDECIDED, Verdict.TOO_FEW_ROUNDS);

  private ComparisonText() {}

  /**
   * Two runs.
   *
   * @param before the name of the old run
   * @param after the name of the new one
   */
  public static Document of(RunComparison comparison, String before, String after) {
    Document text = new Document();
    text.heading("Speed of %s relative to %s".formatted(after, before));
    comparison.warnings().forEach(each -> text.line("Warning: " + each, Tone.DOUBT));
    List<RunComparison.Row> rows = comparison.ratios();
    if (rows.isEmpty()) {
      text.line("No cell was measured in both runs.");
    } else {
      sentences(text, rows);
      TextTable table = table("candidate");
      for (RunComparison.Row row : rows) {
        Measure measure = row.measure();
        String name = measure.shortName();
        table.row(
            row(
                measure.isTime() ? name : name + " " + measure.unit(),
                row.candidate(),
                figure(row.before()),
                figure(row.after()),
                row.ratio(),
                RunText.verdict(row.ratio())));
      }
      text.table(table).line(RunText.SIMULTANEOUS + "; times by their inverse.");
      if (rows.stream().anyMatch(RunComparison.Row::weakened)) {
        text.line(WEAKENED);
      }
    }
    list(text, "Only in the old run:", comparison.onlyOld());
    list(text, "Only in the new run:", comparison.onlyNew());
    list(
        text,
        "Other differences:",
        comparison.differences().stream().map(Difference::toString).toList());
    return text;
  }

  /** Adds the differences, a sentence each. */
  private static void sentences(Document text, List<RunComparison.Row> rows) {
    List<Verdict> verdicts = rows.stream().map(row -> row.ratio().verdict()).toList();
    for (Verdict verdict : DIFFERENT) {
      List<String> cells =
          rows.stream()
              .filter(row -> row.ratio().verdict() == verdict)
              .map(row -> sentence(row.candidate(), row.measure().shortName(), row.ratio()))
              .toList();
      if (!cells.isEmpty()) {
        text.line(
            "The new run is %s in %d of %d cells: %s."
                .formatted(verdict, cells.size(), rows.size(), String.join("; ", cells)));
      }
    }
    if (Collections.disjoint(verdicts, DIFFERENT)) {
      text.line("No difference is shown in any of %d cells.".formatted(rows.size()));
    }
    long open = verdicts.stream().filter(UNDECIDED::contains).count();
    if (open > 0) {
      text.line("%d of them are undecided: more rounds in both runs would decide.".formatted(open));
    }
  }

  /**
   * An upgrade as one table and one sentence.
   *
   * @param before the old candidate's label
   * @param after the new one's
   * @param threshold the loss that is accepted, as {@link Precision#parse} reads it
   */
  public static Document of(Upgrade upgrade, String before, String after, String threshold) {
    TextTable table = table("figure");
    for (Upgrade.Row row : upgrade.rows()) {
      table.row(
          row(
              row.workload(),
              row.figure().equals(CellScore.SPEED) ? row.before().unit() : row.figure(),
              row.before().shown(),
              row.after().shown(),
              row.ratio(),
              worseOrBetter(row.ratio())));
    }
    Document text =
        new Document()
            .heading("%s relative to %s".formatted(after, before))
            .table(table)
            .line(sentence(upgrade, after, threshold));
    if (!upgrade.missing().isEmpty()) {
      text.line("Not judged: %s.".formatted(String.join(", ", upgrade.missing())));
    }
    return text.line(
        "Times and sizes by their inverse: below 1 is worse. Of 100 upgrades that change nothing, 1 shows a loss.");
  }

  private static String sentence(Upgrade upgrade, String after, String threshold) {
    List<Upgrade.Row> losses = upgrade.losses(Precision.parse(threshold));
    int all = upgrade.rows().size();
    long undecided =
        upgrade.rows().stream().filter(row -> UNDECIDED.contains(row.ratio().verdict())).count();
    return losses.isEmpty()
        ? "No loss of more than %s is shown in any of %d figures%s."
            .formatted(threshold, all, undecided == 0 ? "" : "; %d undecided".formatted(undecided))
        : "%s is worse by more than %s in %d of %d figures: %s."
            .formatted(
                after,
                threshold,
                losses.size(),
                all,
                losses.stream()
                    .map(row -> sentence(row.workload(), row.figure(), row.ratio()))
                    .collect(Collectors.joining("; ")));
  }

  /** Rows are of speeds, times and sizes: faster would be wrong for most of them. */
  private static Entry worseOrBetter(Ratio ratio) {
    return switch (ratio.verdict()) {
      case FASTER -> new Entry("better", Tone.GOOD);
      case SLOWER -> new Entry("worse", Tone.BAD);
      default -> RunText.verdict(ratio);
    };
  }

  private static TextTable table(String of) {
    return TextTable.of(2, "workload", of, ">old", ">new", ">new/old", "interval", "verdict");
  }

  private static List<Entry> row(
      String workload, String of, String before, String after, Ratio ratio, Entry verdict) {
    return List.of(
        Entry.of(workload),
        Entry.of(of),
        Entry.of(before),
        Entry.of(after),
        Entry.of(Figures.factor(ratio.ratio())),
        Entry.of(Figures.interval(ratio.low(), ratio.high())),
        verdict);
  }

  private static String sentence(String what, String of, Ratio ratio) {
    return "%s %s %s".formatted(what, of, ratio.text());
  }

  private static String figure(CellScore score) {
    return score.shown() + (score.weakened() ? Mark.WEAKENED : "");
  }

  private static void list(Document text, String title, List<String> names) {
    if (!names.isEmpty()) {
      text.line(title);
      names.forEach(text::item);
    }
  }
}
