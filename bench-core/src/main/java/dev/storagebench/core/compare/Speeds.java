package dev.storagebench.core.compare;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.compare.Measure.Figure;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.stats.Series;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;

/**
 * The speeds of a run: of each measure, of each engine, of each round.
 *
 * @param byMeasure the engines' series; in the order in which people expect the workloads
 */
public record Speeds(Map<Measure, List<Series>> byMeasure) {
  private static final List<String> USUAL =
      List.of("PointRead", "ReadWriteMix 99", "ReadWriteMix 95", "RandomWrite", "Load");

  /** The engine that stores nothing is no contender. */
  public static final String HARNESS = "noop";

  /** The speeds of cells that were measured. */
  public static Speeds of(Collection<CellResult> results) {
    Map<Measure, SortedMap<String, SortedMap<Integer, Double>>> found = new LinkedHashMap<>();
    results.stream()
        .filter(each -> each.status() == Status.MEASURED && each.score() != null)
        .sorted(Comparator.comparing(CellResult::cell, usualOrder()))
        .forEach(
            each ->
                figures(each)
                    .forEach(
                        (figure, speed) ->
                            found
                                .computeIfAbsent(
                                    Measure.of(each.cell(), figure), m -> new TreeMap<>())
                                .computeIfAbsent(each.cell().label(), e -> new TreeMap<>())
                                .put(each.round(), speed)));
    Map<Measure, List<Series>> series = new LinkedHashMap<>();
    found.forEach(
        (measure, engines) ->
            series.put(
                measure,
                engines.entrySet().stream()
                    .map(each -> new Series(each.getKey(), each.getValue()))
                    .toList()));
    return new Speeds(series);
  }

  /** Workloads in the order in which people expect them. */
  public static Comparator<Cell> usualOrder() {
    return Comparator.comparing(cell -> rank(cell.workload()));
  }

  private static String rank(String workload) {
    int index = USUAL.indexOf(workload.replaceFirst(" (service|response) time.*", ""));
    return (index < 0 ? "9" : index) + workload;
  }

  /** The engines' series without the harness's own. */
  public List<Series> contenders(Measure measure) {
    return byMeasure.getOrDefault(measure, List.of()).stream()
        .filter(each -> !each.name().equals(HARNESS))
        .toList();
  }

  private static Map<Figure, Double> figures(CellResult result) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    Score score = result.score();
    if (score == null) {
      return figures;
    }
    Score times = result.times();
    if (times != null) {
      figures.put(Figure.MEDIAN_TIME, 1 / percentile(times, 50));
      figures.put(Figure.P99_TIME, 1 / percentile(times, 99));
    } else if (result.cell().rate().isEmpty()) {
      figures.put(figure(result), speed(result, score));
    }
    // A fork without operations has no speed to compare.
    figures.values().removeIf(speed -> !(speed > 0) || speed.isInfinite());
    return figures;
  }

  private static Figure figure(CellResult result) {
    return result.cell().mode() == Mode.SingleShotTime ? Figure.LOAD : Figure.THROUGHPUT;
  }

  private static double speed(CellResult result, Score score) {
    return figure(result) == Figure.LOAD
        ? recordsPerSecond(result)
        : score.iterations().stream()
            .mapToDouble(Double::doubleValue)
            .average()
            .orElse(score.value());
  }

  private static double percentile(Score score, double percent) {
    return score.percentiles().stream()
        .filter(each -> each.percent() == percent)
        .mapToDouble(Percentile::value)
        .findAny()
        .orElse(Double.NaN);
  }

  private static double recordsPerSecond(CellResult result) {
    CellReport report = result.report();
    return report == null || report.data() == null || report.work() == null
        ? Double.NaN
        : report.data().summary().records() / report.work().wallSeconds();
  }
}
