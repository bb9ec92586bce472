package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Conclusion;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.report.ReportPage.Multiple;
import dev.storagebench.analysis.report.ReportPage.Row;
import dev.storagebench.analysis.report.ReportPage.Table;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Each measure's candidates with their multiples of each other, for the page to rank anew. */
final class RankingTables {
  private final Dimensions dimensions;
  private final Map<Cell, List<CellResult>> cells;
  private final Ranking ranking;
  private final Map<String, Map<Measure, List<Ratio>>> byReference = new LinkedHashMap<>();
  private final List<String> varying;

  RankingTables(Dimensions dimensions) {
    this.dimensions = dimensions;
    this.cells = dimensions.run().byCell();
    this.ranking = Ranking.of(RunFacts.inPlanOrder(dimensions.run()));
    // Loads aside: durability does not apply to them.
    List<Measure> measures =
        ranking.scores().keySet().stream().filter(each -> !each.unit().equals("rec/s")).toList();
    this.varying =
        Conclusion.CONDITIONS.stream()
            .filter(each -> Conclusion.values(measures, each).size() > 1)
            .toList();
    ranking.scores().values().stream()
        .flatMap(each -> each.keySet().stream())
        .distinct()
        .filter(Ranking::isContender)
        .forEach(each -> byReference.put(each, ranking.relativeTo(each)));
  }

  /** The measures with more than one contender. */
  List<Table> tables() {
    Map<Measure, String> names = dimensions.labelledNames(ranking.tables().keySet());
    List<Table> tables = new ArrayList<>();
    ranking.tables().keySet().forEach(measure -> tables.add(table(measure, names.get(measure))));
    return tables;
  }

  /** The geometric mean over the throughputs; null if there are not several. */
  @Nullable Table overall() {
    List<Row> rows =
        ranking.overall().stream()
            .map(
                ratio ->
                    new Row(
                        ratio.name(),
                        ratio.rounds(),
                        null,
                        "",
                        null,
                        Map.of(ranking.overall().get(0).name(), multiple(ratio))))
            .toList();
    return rows.isEmpty()
        ? null
        : new Table("Geometric mean over all throughputs", "", "", "", "", null, rows, Map.of());
  }

  private Table table(Measure measure, @Nullable String name) {
    Map<String, List<CellResult>> rounds = RunFacts.candidates(cells, measure);
    Map<String, CellScore> scores = ranking.scores().getOrDefault(measure, Map.of());
    List<Row> rows = new ArrayList<>();
    for (Ratio ratio : ranking.tables().getOrDefault(measure, List.of())) {
      CellScore score = scores.get(ratio.name());
      List<CellResult> own = rounds.getOrDefault(ratio.name(), List.of());
      if (score != null) {
        rows.add(
            new Row(
                ratio.name(),
                ratio.rounds(),
                score.value(),
                Figures.show(score.unit(), score.value())
                    + MissingResults.marks(measure.figure(), own),
                CellScore.of("bytesOnDisk", own).map(CellScore::value).orElse(null),
                multiples(measure, ratio.name())));
      }
    }
    Map<String, String> missing = new LinkedHashMap<>();
    rounds.forEach(
        (label, results) -> {
          if (!scores.containsKey(label)) {
            missing.put(label, MissingResults.mark(results));
          }
        });
    return new Table(
        name == null ? measure.name() : name,
        measure.workload(),
        measure.figure(),
        measure.unit(),
        Dimensions.named(
            varying, varying.stream().map(each -> Conclusion.value(measure, each)).toList()),
        measure.throughputOf().flatMap(type -> type.readPercent(measure.parameters())).orElse(null),
        rows,
        missing);
  }

  /** A candidate's multiples of each other one. */
  private Map<String, Multiple> multiples(Measure measure, String candidate) {
    Map<String, Multiple> multiples = new LinkedHashMap<>();
    byReference.forEach(
        (reference, tables) ->
            tables.getOrDefault(measure, List.of()).stream()
                .filter(each -> each.name().equals(candidate))
                .forEach(each -> multiples.put(reference, multiple(each))));
    return multiples;
  }

  private static Multiple multiple(Ratio ratio) {
    return new Multiple(
        ratio.ratio(),
        RunFacts.number(ratio.low()),
        RunFacts.number(ratio.high()),
        ratio.isBest() ? "reference" : ratio.verdict().toString());
  }
}
