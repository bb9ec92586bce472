package dev.storagebench.core.report;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.store.StoreInfo;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/** The movies suite's figures, by engine, tier and workload. */
final class MoviesFigures {
  /** The engine that all others are compared with: the only one in all published tiers. */
  static final String REFERENCE = "rocksdb";

  private final List<CellResult> results;
  private final List<String> engines;
  private final List<String> tiers;

  MoviesFigures(List<CellResult> results) {
    this.results = List.copyOf(results);
    this.engines = distinct(Cell::label);
    this.tiers =
        distinct(MoviesFigures::tier).stream()
            .sorted(Comparator.comparing(tier -> -engineBytes(tier).orElse(Long.MAX_VALUE)))
            .toList();
  }

  private List<String> distinct(Function<Cell, String> of) {
    Set<String> all = new LinkedHashSet<>();
    results.stream().map(result -> of.apply(result.cell())).sorted().forEach(all::add);
    return List.copyOf(all);
  }

  /** By name. */
  List<String> engines() {
    return engines;
  }

  /** From the largest memory to the smallest. */
  List<String> tiers() {
    return tiers;
  }

  static String tier(Cell cell) {
    return cell.parameters().getOrDefault("memory", "none");
  }

  /** What engine and page cache are given in a tier; empty without a limit. */
  Optional<Long> engineBytes(String tier) {
    return reports(result -> tier(result.cell()).equals(tier))
        .filter(report -> report.memory() != null)
        .map(report -> report.memory().engineBytes())
        .findFirst();
  }

  /** Of the records, keys and values; empty if no cell got so far as to know. */
  Optional<Long> rawBytes() {
    return reports(result -> true)
        .filter(report -> report.data() != null)
        .map(report -> report.data().summary().rawBytes())
        .findFirst();
  }

  /** How the engine's store came to be; empty if none was loaded. */
  Optional<StoreInfo> loaded(String engine) {
    return reports(result -> result.cell().label().equals(engine))
        .flatMap(report -> Stream.ofNullable(report.prepared()))
        .findFirst();
  }

  private Stream<CellReport> reports(Predicate<CellResult> which) {
    return results.stream().filter(which).flatMap(result -> Stream.ofNullable(result.report()));
  }

  /** The workload's name in the tables, without its threads. */
  static String workload(Cell cell) {
    return switch (cell.workload()) {
      case "PointRead" -> "read";
      case "PointRead service time" -> "read latency";
      case "ReadWriteMix 99" -> "mix 99 %";
      case "ReadWriteMix 95" -> "mix 95 %";
      case "RandomWrite empty" -> "insert";
      case "RandomWrite full" -> "update";
      default -> cell.workload();
    };
  }

  /** The published order of the workloads, those that are not in it last. */
  static int rank(Cell cell) {
    List<String> order =
        List.of("read", "mix 99 %", "mix 95 %", "insert", "update", "read latency");
    int index = order.indexOf(workload(cell));
    return index < 0 ? order.size() : index;
  }

  /**
   * Times in microseconds; NaN where unmeasured.
   *
   * @param p99 the 99th percentile
   */
  record Times(double average, double median, double p99) {

    /** How many times the other ones these are. */
    Times over(Times other) {
      return new Times(average / other.average, median / other.median, p99 / other.p99);
    }

    boolean measured() {
      return !Double.isNaN(average);
    }
  }

  /** The service time of a read: means over the rounds. */
  Times serviceTime(String engine, String tier) {
    List<Score> scores = sampled(engine, tier);
    return new Times(
        scores.stream().mapToDouble(Score::value).average().orElse(Double.NaN),
        CellScores.percentile(scores, 50),
        CellScores.percentile(scores, 99));
  }

  /** The distribution of the service time of a read: means over the rounds; empty if unmeasured. */
  List<Percentile> distribution(String engine, String tier) {
    List<Score> scores = sampled(engine, tier);
    return scores.stream()
        .limit(1)
        .flatMap(score -> score.percentiles().stream())
        .map(each -> new Percentile(each.percent(), CellScores.percentile(scores, each.percent())))
        .toList();
  }

  private List<Score> sampled(String engine, String tier) {
    return results.stream()
        .filter(result -> result.cell().mode() == Mode.SampleTime)
        .filter(result -> result.cell().label().equals(engine))
        .filter(result -> tier(result.cell()).equals(tier))
        .flatMap(result -> Stream.ofNullable(result.score()))
        .toList();
  }
}
