package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.StepSearch;
import dev.storagebench.analysis.stats.Steps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The releases of an engine, the oldest first.
 *
 * @param speeds of each measure, in the order of the releases
 */
public record Ladder(Map<Measure, List<Series>> speeds) {

  /**
   * A ladder.
   *
   * @param releases the candidates' labels, the oldest first
   */
  public static Ladder of(List<String> releases, Collection<CellResult> results) {
    Map<Measure, List<Series>> speeds = new LinkedHashMap<>();
    Ranking.of(results)
        .scores()
        .forEach(
            (measure, scores) ->
                speeds.put(
                    measure,
                    releases.stream()
                        .filter(scores::containsKey)
                        .map(label -> Ranking.speeds(label, measure.isTime(), scores.get(label)))
                        .toList()));
    return new Ladder(speeds);
  }

  /** Each release relative to the one before it. */
  public Map<Measure, List<Ratio>> steps() {
    List<List<Ratio>> steps = new ArrayList<>(Steps.of(List.copyOf(speeds.values())));
    Map<Measure, List<Ratio>> all = new LinkedHashMap<>();
    speeds.keySet().forEach(measure -> all.put(measure, steps.remove(0)));
    return all;
  }

  /**
   * The search for the release at which the first measure changed.
   *
   * @param releases those that can run here, measured or not
   */
  public static StepSearch search(List<String> releases, Collection<CellResult> results) {
    Map<String, Series> measured = new LinkedHashMap<>();
    SortedMap<Integer, Double> none = new TreeMap<>();
    releases.forEach(label -> measured.put(label, new Series(label, none)));
    of(releases, results).speeds.values().stream()
        .findFirst()
        .ifPresent(all -> all.forEach(each -> measured.put(each.name(), each)));
    return StepSearch.of(List.copyOf(measured.values()));
  }
}
