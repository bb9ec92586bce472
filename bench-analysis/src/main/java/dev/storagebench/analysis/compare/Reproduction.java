package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.TwoRuns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A published run and its repetition on another machine. Absolute figures differ there; what a
 * publication claims is how candidates compare, so ratios within each run are compared.
 *
 * @param rows each candidate relative to the published run's best, measure by measure; one that is
 *     alone relative to its own best, condition by condition
 * @param missing what only one of the runs has measured
 * @param differences everything else in which the runs differ, the machine first of all
 */
public record Reproduction(List<Row> rows, List<String> missing, List<Difference> differences) {

  /**
   * A candidate relative to another in both runs.
   *
   * @param measure its name
   * @param reference the published run's best of those that both runs have: a candidate, or a
   *     measure of the candidate that is alone
   * @param published the geometric mean of the rounds' ratios there
   * @param here the same here
   * @param change {@code here} relative to {@code published}; the ratio is reproduced if its
   *     interval contains 1
   */
  public record Row(
      String measure,
      String candidate,
      String reference,
      double published,
      double here,
      Ratio change) {

    /** Whether the interval agrees with the published ratio. */
    public Outcome outcome() {
      return switch (change.verdict()) {
        case NO_DIFFERENCE_SHOWN -> Outcome.AGREES;
        case FASTER, SLOWER -> Outcome.DIFFERS;
        case TOO_FEW_ROUNDS ->
            Double.isNaN(change.ratio())
                ? Outcome.UNDECIDED
                : Math.abs(Math.log(change.ratio())) < Math.log(Ratio.DIFFERENCE)
                    ? Outcome.AGREES
                    : Outcome.DIFFERS;
        default -> Outcome.UNDECIDED;
      };
    }
  }

  /** Whether a ratio is reproduced; the last of those of several ratios counts. */
  public enum Outcome {
    /**
     * The interval contains 1 and excludes {@link Ratio#DIFFERENCE}; of one round, the ratio is
     * within it.
     */
    AGREES,
    /** The interval is too wide, or there is no round in which both were measured. */
    UNDECIDED,
    /** The interval excludes 1; of one round, the ratio is off by more than the factor. */
    DIFFERS
  }

  /** The outcome of all of it: one ratio that differs is enough. */
  public Outcome outcome() {
    return rows.stream().map(Row::outcome).max(Comparator.naturalOrder()).orElse(Outcome.UNDECIDED);
  }

  /** Compares the ratios. */
  public static Reproduction of(Manifest published, Manifest here) {
    Map<Measure, Map<String, CellScore>> before = Ranking.of(published.results()).scores();
    Map<Measure, Map<String, CellScore>> after = Ranking.of(here.results()).scores();
    Map<Measure, String> names = Measure.shortNames(before.keySet());
    List<String> missing = new ArrayList<>();
    Map<List<Object>, List<Pair>> contests = new LinkedHashMap<>();
    before.forEach(
        (measure, scores) -> {
          // Of contenders with the settings that were requested.
          List<Series> old = Ranking.contenders(measure, scores, false);
          Map<String, Series> now = new HashMap<>();
          Ranking.contenders(measure, after.getOrDefault(measure, Map.of()), false)
              .forEach(each -> now.put(each.name(), each));
          boolean alone = old.size() == 1;
          String measureName = names.getOrDefault(measure, "");
          for (Series each : old) {
            String name = each.name();
            if (now.containsKey(name)) {
              List<Object> contest = alone ? List.of(name, measure.shortName()) : List.of(measure);
              contests
                  .computeIfAbsent(contest, key -> new ArrayList<>())
                  .add(new Pair(measureName, alone ? measureName : name, each, now.get(name)));
            } else {
              missing.add(name + " " + measure.name());
            }
          }
        });
    int ratios = contests.values().stream().mapToInt(each -> each.size() - 1).sum();
    List<Row> rows = new ArrayList<>();
    for (List<Pair> contest : contests.values()) {
      Pair best =
          Collections.max(contest, Comparator.comparing(each -> each.before.geometricMean()));
      contest.stream()
          .filter(each -> !each.equals(best))
          .forEach(each -> rows.add(each.relativeTo(best, ratios)));
    }
    return new Reproduction(rows, missing, published.differences(here));
  }

  /**
   * A candidate in both runs.
   *
   * @param name what sets it apart from those that it is compared with
   */
  private record Pair(String measure, String name, Series before, Series after) {
    Row relativeTo(Pair best, int ratios) {
      Series old = before.relativeTo(best.before);
      Series now = after.relativeTo(best.after);
      return new Row(
          measure,
          before.name(),
          best.name,
          old.geometricMean(),
          now.geometricMean(),
          TwoRuns.of(old, now, ratios));
    }
  }
}
