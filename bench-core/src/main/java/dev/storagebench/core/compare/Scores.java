package dev.storagebench.core.compare;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.stats.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The scores of a run: of each measure, of each candidate that was measured.
 *
 * @param byMeasure by the candidates' labels, in the order in which they were met
 */
public record Scores(Map<Measure, Map<String, CellScore>> byMeasure) {

  /** The engine that stores nothing is no contender. */
  public static final String HARNESS = "noop";

  /** The scores of cells that were measured. */
  public static Scores of(Collection<CellResult> results) {
    Map<Cell, List<CellResult>> cells = new LinkedHashMap<>();
    results.forEach(
        each -> cells.computeIfAbsent(each.cell().withRounds(0), c -> new ArrayList<>()).add(each));
    Map<Measure, Map<String, CellScore>> scores = new LinkedHashMap<>();
    cells.forEach(
        (cell, rounds) -> {
          for (Measure measure : Measure.figuresOf(cell)) {
            Optional<CellScore> score = CellScore.of(measure.figure(), rounds);
            // A time of 0 has no inverse to compare.
            if (score.isPresent() && score.get().rounds().values().stream().allMatch(v -> v > 0)) {
              scores
                  .computeIfAbsent(measure, m -> new LinkedHashMap<>())
                  .put(cell.label(), score.get());
            }
          }
        });
    return new Scores(scores);
  }

  /** A score as speeds of which more is better: times by their inverse. */
  static Series speeds(String name, Measure measure, CellScore score) {
    SortedMap<Integer, Double> speeds = new TreeMap<>(score.rounds());
    if (measure.isTime()) {
      speeds.replaceAll((round, time) -> 1 / time);
    }
    return new Series(name, speeds);
  }

  /** The candidates' speeds without the harness's own. */
  public List<Series> contenders(Measure measure) {
    return byMeasure.getOrDefault(measure, Map.of()).entrySet().stream()
        .filter(each -> !each.getKey().equals(HARNESS))
        .map(each -> speeds(each.getKey(), measure, each.getValue()))
        .toList();
  }

  /** The candidates that did less than was asked for. */
  Set<String> weakened(Measure measure) {
    return byMeasure.getOrDefault(measure, Map.of()).entrySet().stream()
        .filter(each -> each.getValue().weakened())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
