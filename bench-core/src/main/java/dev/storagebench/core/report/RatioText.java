package dev.storagebench.core.report;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.report.TextStyle.Tone;
import dev.storagebench.core.report.TextTable.Entry;
import dev.storagebench.core.report.TextTable.Head;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ratios and their intervals in 80 columns of a terminal. */
public final class RatioText {

  private RatioText() {}

  /** The candidates relative to the best; empty text where nothing can be compared. */
  public static String ranking(Ranking ranking, TextStyle ink) {
    List<List<Entry>> rows = new ArrayList<>();
    Map<Measure, String> names = Measure.shortNames(ranking.tables().keySet());
    ranking
        .tables()
        .forEach(
            (measure, table) -> {
              // What was measured in one round only has no interval, and stands in the other table.
              if (table.stream()
                  .anyMatch(
                      each ->
                          each.verdict() != Verdict.TOO_FEW_ROUNDS
                              && each.verdict() != Verdict.BEST)) {
                rows.addAll(rows(brief(names.getOrDefault(measure, "")), table));
              }
            });
    if (rows.isEmpty()) {
      return "";
    }
    rows.addAll(rows("geometric mean of op/s", ranking.overall()));
    TextTable table =
        new TextTable(
            2,
            List.of(
                Head.words("workload"),
                Head.words("candidate"),
                Head.figures("x best"),
                Head.words("interval"),
                Head.words("verdict")));
    rows.forEach(table::row);
    return "speed relative to the best, with 95 %% intervals%n%s%s%n"
        .formatted(
            table.render(ink),
            """
            Simultaneous 95 % intervals (corrected for multiple comparisons); none shown: they
            contain 1. Use --rounds 10 to resolve a few percent, or --until 5%.""");
  }

  private static List<List<Entry>> rows(String measure, List<Ratio> table) {
    List<List<Entry>> rows = new ArrayList<>();
    for (Ratio ratio : table) {
      boolean best = ratio.verdict() == Verdict.BEST;
      rows.add(
          List.of(
              Entry.of(best ? measure : ""),
              Entry.of(ratio.name()),
              Entry.of(factor(ratio.ratio())),
              Entry.of(best ? ratio.rounds() + " rounds" : interval(ratio)),
              new Entry(
                  ratio.verdict().toString().replace("no difference shown", "none shown"),
                  tone(ratio.verdict()))));
    }
    return rows;
  }

  private static String brief(String name) {
    return name.replace(" service time", " service")
        .replaceFirst(" response time at (.*) (\\w+)/s (p\\d+)", " response $3 at $1/s");
  }

  /** What a verdict's color is, if it has one. */
  static @Nullable Tone tone(Verdict verdict) {
    return switch (verdict) {
      case BEST, FASTER -> Tone.GOOD;
      case SLOWER -> Tone.BAD;
      case TOO_FEW_ROUNDS, WEAKENED -> Tone.DOUBT;
      case NO_DIFFERENCE_SHOWN -> null;
    };
  }

  /** {@code 0.52 - 0.61}; a dash where there is none. */
  public static String interval(Ratio ratio) {
    return Double.isNaN(ratio.low()) ? "-" : factor(ratio.low()) + " - " + factor(ratio.high());
  }

  /** A multiple in three digits. */
  public static String factor(double factor) {
    String format =
        factor >= 99.5 ? "%.0f" : factor >= 9.995 ? "%.1f" : factor >= 0.0995 ? "%.2f" : "%.3f";
    return factor < 0.001
        ? String.format(Locale.ROOT, "%.0e", factor)
        : factor > 9999 ? ">9999" : String.format(Locale.ROOT, format, factor);
  }
}
