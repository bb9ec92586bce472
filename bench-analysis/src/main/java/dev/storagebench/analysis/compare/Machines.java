package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.TwoRuns;
import dev.storagebench.analysis.stats.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a run merged from several, and whether one of them disagrees with the others.
 *
 * @param rows by the machine's name; none if there is only one
 */
public record Machines(List<Row> rows) {

  /**
   * A machine.
   *
   * @param rounds it measured
   * @param speed the geometric mean of its figures relative to those of all machines: what ratios
   *     are free of
   * @param farthest the candidate's ratio to the best that differs most from the same ratio on the
   *     other machines, as a multiple of that; null if there is none
   */
  public record Row(String machine, int rounds, double speed, @Nullable Deviation farthest) {
    /** Whether that ratio differs by more than noise. */
    public boolean differs() {
      return farthest != null
          && (farthest.factor.verdict() == Verdict.SLOWER
              || farthest.factor.verdict() == Verdict.FASTER);
    }
  }

  /** A ratio of a machine, as a multiple of that on the others. */
  public record Deviation(Measure measure, String candidate, String best, Ratio factor) {
    /** Candidate, measure, and the factor with its interval. */
    @Override
    public String toString() {
      return "%s relative to %s, %s".formatted(candidate, best, measure.name());
    }

    /** How far from 1 for its uncertainty. */
    private double distance() {
      double half = Math.log1p(factor.precision());
      return Double.isNaN(half) ? 0 : Math.abs(Math.log(factor.ratio())) / half;
    }
  }

  /** A candidate's ratios to the best, round by round. */
  private record Pair(Measure measure, String candidate, String best, Series ratios) {}

  /** Those of a run's results. */
  public static Machines of(List<CellResult> results) {
    return results.stream().allMatch(each -> each.machine() == null)
        ? new Machines(List.of())
        : of(Ranking.of(results));
  }

  private static Machines of(Ranking ranking) {
    Map<String, List<Integer>> rounds = new TreeMap<>();
    ranking.scores().values().stream()
        .flatMap(each -> each.values().stream())
        .flatMap(each -> each.machines().entrySet().stream())
        .distinct()
        .forEach(
            each ->
                rounds
                    .computeIfAbsent(each.getValue(), machine -> new ArrayList<>())
                    .add(each.getKey()));
    List<Pair> pairs = pairs(ranking);
    int comparisons = pairs.size() * rounds.size();
    List<Row> rows = new ArrayList<>();
    rounds.forEach(
        (machine, own) ->
            rows.add(
                new Row(
                    machine,
                    own.size(),
                    speed(ranking, machine),
                    pairs.stream()
                        .map(
                            pair ->
                                new Deviation(
                                    pair.measure,
                                    pair.candidate,
                                    pair.best,
                                    TwoRuns.ofMachine(pair.ratios, machine, comparisons)))
                        .filter(each -> Double.isFinite(each.factor.ratio()))
                        .max(Comparator.comparingDouble(Deviation::distance))
                        .orElse(null))));
    return new Machines(rows);
  }

  private static List<Pair> pairs(Ranking ranking) {
    List<Pair> pairs = new ArrayList<>();
    ranking
        .tables()
        .forEach(
            (measure, table) -> {
              Map<String, Series> speeds = new LinkedHashMap<>();
              Optional.ofNullable(ranking.scores().get(measure))
                  .orElse(Map.of())
                  .forEach(
                      (label, score) -> speeds.put(label, Ranking.speeds(label, measure, score)));
              String best = table.get(0).name();
              table.stream()
                  .skip(1)
                  .map(Ratio::name)
                  .forEach(
                      label ->
                          pairs.add(
                              new Pair(
                                  measure,
                                  label,
                                  best,
                                  speeds.get(label).relativeTo(speeds.get(best)))));
            });
    return pairs;
  }

  /** Over all figures that this machine and another one have. */
  private static double speed(Ranking ranking, String machine) {
    return Math.exp(
        ranking.scores().entrySet().stream()
            .flatMap(
                each ->
                    each.getValue().values().stream()
                        .map(score -> logSpeed(each.getKey(), score, machine)))
            .flatMap(Optional::stream)
            .collect(Collectors.averagingDouble(log -> log)));
  }

  private static Optional<Double> logSpeed(Measure measure, CellScore score, String machine) {
    Series all = Ranking.speeds("", measure, score);
    Series own = all.on(machine, false);
    return own.speeds().isEmpty() || own.speeds().size() == all.speeds().size()
        ? Optional.empty()
        : Optional.of(Math.log(own.geometricMean() / all.geometricMean()));
  }
}
