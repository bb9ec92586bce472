package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.TwoRuns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A published run and its repetition on another machine. Absolute figures differ there; what a
 * publication claims is how candidates compare, so ratios within each run are compared.
 *
 * @param rows each candidate relative to the published run's best, measure by measure
 * @param missing what only one of the runs has measured
 * @param differences everything else in which the runs differ, the machine first of all
 */
public record Reproduction(List<Row> rows, List<String> missing, List<Difference> differences) {

  /**
   * A candidate relative to another in both runs.
   *
   * @param reference the published run's best of those that both runs have
   * @param published the geometric mean of the rounds' ratios there
   * @param here the same here
   * @param change {@code here} relative to {@code published}; the ratio is reproduced if its
   *     interval contains 1
   */
  public record Row(
      Measure measure,
      String candidate,
      String reference,
      double published,
      double here,
      Ratio change) {

    /** What the interval says of the published ratio. */
    public Outcome outcome() {
      return switch (change.verdict()) {
        case NO_DIFFERENCE_SHOWN -> Outcome.AGREES;
        case FASTER, SLOWER -> Outcome.DIFFERS;
        default -> Outcome.UNDECIDED;
      };
    }
  }

  /** Whether a ratio is reproduced. */
  public enum Outcome {
    /** The interval contains 1 and excludes {@link Ratio#DIFFERENCE}. */
    AGREES,
    /** The interval excludes 1. */
    DIFFERS,
    /** The interval is too wide, or there is none. */
    UNDECIDED
  }

  /** Compares the ratios. */
  public static Reproduction of(Manifest published, Manifest here) {
    Ranking before = Ranking.of(published.results());
    Ranking after = Ranking.of(here.results());
    List<String> missing = new ArrayList<>();
    List<Pair> pairs = new ArrayList<>();
    before
        .scores()
        .forEach(
            (measure, scores) -> {
              Map<String, Series> old = speeds(measure, scores);
              Map<String, Series> now =
                  speeds(measure, after.scores().getOrDefault(measure, Map.of()));
              old.keySet().stream()
                  .filter(name -> !now.containsKey(name))
                  .forEach(name -> missing.add(name + " " + measure.name()));
              old.keySet().retainAll(now.keySet());
              old.values().stream()
                  .max((a, b) -> Double.compare(a.geometricMean(), b.geometricMean()))
                  .ifPresent(
                      best ->
                          old.values().stream()
                              .filter(each -> !each.name().equals(best.name()))
                              .forEach(
                                  each ->
                                      pairs.add(
                                          new Pair(
                                              measure,
                                              best.name(),
                                              each.relativeTo(best),
                                              now.get(each.name())
                                                  .relativeTo(now.get(best.name()))))));
            });
    List<Row> rows = pairs.stream().map(pair -> pair.row(pairs.size())).toList();
    return new Reproduction(rows, missing, published.differences(here));
  }

  /** The speeds of contenders with the settings that were requested. */
  private static Map<String, Series> speeds(Measure measure, Map<String, CellScore> scores) {
    Map<String, Series> speeds = new LinkedHashMap<>();
    Ranking.contenders(measure, scores, false).forEach(each -> speeds.put(each.name(), each));
    return speeds;
  }

  private record Pair(Measure measure, String reference, Series before, Series after) {
    Row row(int all) {
      return new Row(
          measure,
          before.name(),
          reference,
          before.geometricMean(),
          after.geometricMean(),
          TwoRuns.of(before, after, all));
    }
  }
}
