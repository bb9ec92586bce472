package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.RelativeToBest;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.noop.NoopEngine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scores of a run and its candidates relative to the best, measure by measure.
 *
 * @param scores of each measure by the candidates' labels, in the order of the results
 * @param tables of each measure with at least two contenders, the best first
 * @param secondsPerRound how long a round took on average
 */
public record Ranking(
    Map<Measure, Map<String, CellScore>> scores,
    Map<Measure, List<Ratio>> tables,
    double secondsPerRound) {
  /** The engine that stores nothing is not a contender. */
  public static final String HARNESS = NoopEngine.NAME;

  /** Whether a candidate of this label may be the best. */
  public static boolean isContender(String label) {
    return !label.equals(HARNESS) && !label.equals(Candidate.CONTROL);
  }

  /** The ranking of what has been measured, but for readers beside fewer writes than asked for. */
  public static Ranking of(Collection<CellResult> results) {
    Map<Measure, Map<String, CellScore>> scores = new LinkedHashMap<>();
    for (Map.Entry<Cell, List<CellResult>> cell : CellResult.byCell(results).entrySet()) {
      if (CellScore.writeRateShortfall(cell.getValue()).isPresent()) {
        continue;
      }
      for (Measure measure : Measure.figuresOf(cell.getKey())) {
        CellScore score = CellScore.of(measure.figure(), cell.getValue()).orElse(null);
        // A time of 0 has no inverse to compare.
        if (score != null && score.rounds().values().stream().allMatch(each -> each > 0)) {
          scores
              .computeIfAbsent(measure, m -> new LinkedHashMap<>())
              .put(cell.getKey().label(), score);
        }
      }
    }
    return new Ranking(scores, tables(scores, null), secondsPerRound(results));
  }

  /** The tables relative to a candidate, which stands first, where it was measured. */
  public Map<Measure, List<Ratio>> relativeTo(String label) {
    Map<Measure, Map<String, CellScore>> some = new LinkedHashMap<>(scores);
    some.values().removeIf(each -> !each.containsKey(label));
    return tables(some, label);
  }

  private static Map<Measure, List<Ratio>> tables(
      Map<Measure, Map<String, CellScore>> scores, @Nullable String reference) {
    // Rivals that took turns differ by less than forks one after another: each kind has its noise.
    Map<Measure, List<Ratio>> tables = new LinkedHashMap<>();
    scores.keySet().forEach(measure -> tables.put(measure, List.of()));
    for (boolean byTurns : new boolean[] {false, true}) {
      Map<Measure, Map<String, CellScore>> some = new LinkedHashMap<>(scores);
      some.values().removeIf(all -> byTurns != takeTurns(all));
      List<RelativeToBest.Table> contests = new ArrayList<>();
      some.forEach((measure, all) -> contests.add(table(measure, all, reference)));
      Iterator<List<Ratio>> ratios = RelativeToBest.ofRun(contests).iterator();
      some.keySet().forEach(measure -> tables.put(measure, ratios.next()));
    }
    tables.values().removeIf(each -> each.size() < 2);
    return tables;
  }

  private static boolean takeTurns(Map<String, CellScore> all) {
    return all.keySet().stream()
        .filter(Ranking::isContender)
        .allMatch(label -> all.get(label).byTurns());
  }

  private static RelativeToBest.Table table(
      Measure measure, Map<String, CellScore> all, @Nullable String reference) {
    Set<String> weakened = new HashSet<>(all.keySet());
    weakened.removeIf(label -> !all.get(label).weakened());
    return new RelativeToBest.Table(contenders(measure, all, true), weakened, reference);
  }

  private static double secondsPerRound(Collection<CellResult> results) {
    long rounds = results.stream().mapToInt(CellResult::round).distinct().count();
    return results.stream().mapToDouble(CellResult::seconds).sum() / Math.max(1, rounds);
  }

  /**
   * The control beside the candidate that it is; empty without one.
   *
   * @return named like that candidate, the first in the results
   */
  public Optional<Ratio> control(Measure measure) {
    Map<String, CellScore> all = scores.getOrDefault(measure, Map.of());
    String reference =
        all.keySet().stream().filter(Ranking::isContender).findFirst().orElse(Candidate.CONTROL);
    if (!all.containsKey(Candidate.CONTROL) || reference.equals(Candidate.CONTROL)) {
      return Optional.empty();
    }
    // The control by the name that is shown.
    List<Series> both =
        Stream.of(reference, Candidate.CONTROL)
            .map(label -> speeds(reference, measure.isTime(), all.get(label)))
            .toList();
    return RelativeToBest.ofRun(List.of(new RelativeToBest.Table(both, Set.of(), reference)))
        .get(0)
        .stream()
        .filter(each -> !each.isBest())
        .findFirst();
  }

  /** How long the rounds would take that would decide a ratio; 0 for one that is decided. */
  public double secondsNeeded(Ratio ratio) {
    return ratio.roundsNeeded() * secondsPerRound;
  }

  /** The candidates' speeds, without the harness's own engine. */
  static List<Series> contenders(
      Measure measure, Map<String, CellScore> scores, boolean withWeakened) {
    return scores.entrySet().stream()
        .filter(each -> isContender(each.getKey()))
        .filter(each -> withWeakened || !each.getValue().weakened())
        .map(each -> speeds(each.getKey(), measure.isTime(), each.getValue()))
        .toList();
  }

  /** A score as speeds of which more is better: times and sizes by their inverse. */
  public static Series speeds(String name, boolean inverse, CellScore score) {
    SortedMap<Integer, Double> speeds = new TreeMap<>(score.rounds());
    if (inverse) {
      speeds.replaceAll((round, value) -> 1 / value);
    }
    return new Series(name, speeds);
  }
}
