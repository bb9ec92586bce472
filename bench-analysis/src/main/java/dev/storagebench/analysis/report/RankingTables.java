package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Measure.Kind;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.report.ReportPage.Mix;
import dev.storagebench.analysis.report.ReportPage.Multiple;
import dev.storagebench.analysis.report.ReportPage.Row;
import dev.storagebench.analysis.report.ReportPage.Table;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Each measure's candidates with their multiples of each other, for the page to rank anew. */
final class RankingTables {
  private final Dimensions dimensions;
  private final Ranking ranking;
  private final Map<String, Map<Measure, List<Ratio>>> byReference = new LinkedHashMap<>();
  private final List<String> varying;

  RankingTables(Analysis analysis) {
    this.dimensions = analysis.dimensions();
    this.ranking = analysis.ranking();
    // Loads aside: durability does not apply to them.
    this.varying =
        Measure.varying(
            ranking.scores().keySet().stream().filter(each -> each.kind() != Kind.LOAD).toList());
    ranking.scores().values().stream()
        .flatMap(each -> each.keySet().stream())
        .distinct()
        .filter(Ranking::isContender)
        .forEach(each -> byReference.put(each, ranking.relativeTo(each)));
  }

  /** The measures with more than one contender. */
  List<Table> tables() {
    return dimensions.names(ranking.tables().keySet()).entrySet().stream()
        .map(each -> table(each.getKey(), each.getValue()))
        .toList();
  }

  /** Each candidate's speed by the share of reads, where two shares were measured. */
  static List<Mix> mixes(List<Table> tables) {
    Map<List<String>, NavigableMap<Integer, Double>> measured = new LinkedHashMap<>();
    for (Table table : tables) {
      Integer share = table.readPercent();
      for (Row row : share == null ? List.<Row>of() : table.rows()) {
        measured
            .computeIfAbsent(List.of(table.conditions(), row.candidate()), any -> new TreeMap<>())
            .putIfAbsent(share, row.value());
      }
    }
    measured.values().removeIf(each -> each.size() < 2);
    List<Mix> mixes = new ArrayList<>();
    measured.forEach(
        (of, speeds) ->
            mixes.add(
                new Mix(
                    of.get(0),
                    of.get(1),
                    List.copyOf(speeds.keySet()),
                    IntStream.rangeClosed(speeds.firstKey(), speeds.lastKey())
                        .mapToObj(share -> interpolated(speeds, share))
                        .toList())));
    return mixes;
  }

  /** The speed as measured; between two measured shares the time of an operation is on a line. */
  private static double interpolated(NavigableMap<Integer, Double> measured, int share) {
    Map.Entry<Integer, Double> below = measured.floorEntry(share);
    Map.Entry<Integer, Double> above = measured.ceilingEntry(share);
    double part = (share - below.getKey()) / Math.max(1.0, above.getKey() - below.getKey());
    return part == 0
        ? below.getValue()
        : 1 / ((1 - part) / below.getValue() + part / above.getValue());
  }

  private Table table(Measure measure, String name) {
    Map<String, List<CellResult>> rounds = dimensions.candidates(measure);
    Map<String, CellScore> scores = ranking.scores().getOrDefault(measure, Map.of());
    Measure tail = measure.kind() == Kind.THROUGHPUT ? tail(measure).orElse(null) : null;
    Map<String, CellScore> times =
        tail == null ? Map.of() : ranking.scores().getOrDefault(tail, Map.of());
    List<Row> rows = new ArrayList<>();
    for (Ratio ratio : ranking.tables().getOrDefault(measure, List.of())) {
      CellScore score = scores.get(ratio.name());
      CellScore time = times.get(ratio.name());
      List<CellResult> own = rounds.getOrDefault(ratio.name(), List.of());
      rows.add(
          new Row(
              ratio.name(),
              ratio.rounds(),
              score.value(),
              score.shown() + Mark.signs(MissingResults.marks(measure.figure(), own)),
              score.weakened(),
              time == null ? null : time.value(),
              CellScore.of(CellScore.LOADED_BYTES, own).map(CellScore::value).orElse(null),
              multiples(measure, ratio.name())));
    }
    Map<String, String> missing = new LinkedHashMap<>();
    rounds.forEach((label, results) -> missing.put(label, MissingResults.why(results).toString()));
    missing.keySet().removeAll(scores.keySet());
    return new Table(
        name,
        measure.kind(),
        measure.isTime() ? measure.figure() : measure.unit(),
        conditions(measure),
        tail == null ? null : tail.label(),
        measure.readPercent().orElse(null),
        rows,
        missing);
  }

  private String conditions(Measure measure) {
    return Dimensions.named(varying, measure::value);
  }

  /** The p99 of the same workload, or else of the first one that has any. */
  private Optional<Measure> tail(Measure throughput) {
    return ranking.tables().keySet().stream()
        .filter(each -> each.kind() == Kind.SERVICE_TIME && each.isP99())
        .filter(each -> conditions(each).equals(conditions(throughput)))
        .min(Comparator.comparing(each -> !each.isTailOf(throughput)));
  }

  /** A candidate's multiples of each other one. */
  private Map<String, Multiple> multiples(Measure measure, String candidate) {
    Map<String, Multiple> multiples = new LinkedHashMap<>();
    byReference.forEach(
        (reference, tables) ->
            tables.getOrDefault(measure, List.of()).stream()
                .filter(each -> each.name().equals(candidate))
                .forEach(each -> multiples.put(reference, Multiple.of(each))));
    return multiples;
  }
}
