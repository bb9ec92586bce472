package dev.storagebench.core.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Ratios and their intervals in 80 columns of a terminal. */
public final class RatioText {

  private RatioText() {}

  /** The engines relative to the best; empty text where nothing can be compared. */
  public static String ranking(Ranking ranking) {
    List<String[]> rows = new ArrayList<>();
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
                rows.addAll(rows(name(measure), table));
              }
            });
    if (rows.isEmpty()) {
      return "";
    }
    rows.addAll(rows("geometric mean of op/s", ranking.overall()));
    return "speed relative to the best, with 95 %% intervals%n%s%n%s%n"
        .formatted(
            AsciiTable.getTable(
                AsciiTable.NO_BORDERS,
                new Column[] {
                  new Column().header("workload").dataAlign(HorizontalAlign.LEFT),
                  new Column().header("engine").dataAlign(HorizontalAlign.LEFT),
                  new Column().header("x best").dataAlign(HorizontalAlign.RIGHT),
                  new Column().header("interval").dataAlign(HorizontalAlign.LEFT),
                  new Column().header("n").dataAlign(HorizontalAlign.RIGHT),
                  new Column().header("verdict").dataAlign(HorizontalAlign.LEFT)
                },
                rows.toArray(String[][]::new)),
            """
            n rounds; the intervals of one workload hold all together, whichever engine came
            out best. More rounds make them narrower: --rounds 10, or --until 5%.""");
  }

  private static List<String[]> rows(String measure, List<Ratio> table) {
    List<String[]> rows = new ArrayList<>();
    for (Ratio ratio : table) {
      boolean best = ratio.verdict() == Verdict.BEST;
      rows.add(
          new String[] {
            best ? measure : "",
            ratio.name(),
            factor(ratio.ratio()),
            best ? "" : interval(ratio),
            Integer.toString(ratio.rounds()),
            ratio.verdict().toString()
          });
    }
    return rows;
  }

  private static String name(Measure measure) {
    String memory = measure.parameters().getOrDefault("memory", "none");
    return measure
            .shortName()
            .replace("ReadWriteMix", "Mix")
            .replace(" service time", " service")
            .replaceFirst(" response time at (.*) (\\w+)/s (p\\d+)$", " response $3 at $1/s")
        + (memory.equals("none") ? "" : " " + memory);
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
