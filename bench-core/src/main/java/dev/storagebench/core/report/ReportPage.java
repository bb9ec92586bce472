package dev.storagebench.core.report;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.compare.Speeds;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.report.MoviesModel.Fact;
import dev.storagebench.core.report.ReportModel.Answer;
import dev.storagebench.core.report.ReportModel.Distribution;
import dev.storagebench.core.report.ReportModel.Measured;
import dev.storagebench.core.report.ReportModel.Paced;
import dev.storagebench.core.report.ReportModel.Row;
import dev.storagebench.core.report.ReportModel.Setting;
import dev.storagebench.core.report.ReportModel.Size;
import dev.storagebench.core.report.ReportModel.Speed;
import dev.storagebench.core.report.ReportModel.Table;
import dev.storagebench.core.report.html.HtmlPage;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.result.TimeHistograms;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.stats.Series;
import dev.storagebench.core.stats.Verdict;
import dev.storagebench.core.store.StoreInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/** Any run as {@code report.html}: which engine for what, and all that one needs to believe it. */
public final class ReportPage implements RunPage {

  @Override
  public String fileName() {
    return "report.html";
  }

  @Override
  public String render(Manifest run) {
    return new HtmlPage("Storage Bench: report", "report.js", model(run)).render();
  }

  static ReportModel model(Manifest run) {
    List<CellResult> results = run.results();
    Speeds speeds = Speeds.of(results);
    Ranking ranking = Ranking.of(results);
    List<Table> tables = new ArrayList<>();
    ranking
        .tables()
        .forEach((measure, table) -> tables.add(table(measure, table, speeds.contenders(measure))));
    List<String> engines =
        results.stream()
            .map(each -> each.cell().label())
            .distinct()
            .sorted(
                Comparator.<String, Boolean>comparing(Speeds.HARNESS::equals)
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    return new ReportModel(
        "Which engine for what",
        subtitle(results),
        tables.stream().map(ReportPage::answer).toList(),
        engines,
        Speeds.HARNESS,
        tables,
        ranking.overall().stream().map(ratio -> row(ratio, null)).toList(),
        speeds(speeds),
        distributions(results),
        paced(results),
        sizes(results, engines),
        cells(results),
        RunFacts.doubts(run),
        run.leftOut().entrySet().stream()
            .map(engine -> new Fact(engine.getKey(), engine.getValue()))
            .toList(),
        settings(results),
        RunFacts.environment(run),
        List.of(
            "java -jar benchmarks.jar " + RunFacts.shell(run.command()),
            RunFacts.shell(run.forkCommand())));
  }

  private static String subtitle(List<CellResult> results) {
    if (results.isEmpty()) {
      return "nothing was measured";
    }
    String loads =
        results.stream().anyMatch(each -> each.cell().mode() == Mode.SingleShotTime)
            ? " (Load: none)"
            : "";
    return "%s, durability %s%s, compression %s, cache %s, keys %s"
        .formatted(
            values(results, "dataset"),
            values(
                results.stream().filter(each -> each.cell().mode() != Mode.SingleShotTime).toList(),
                "durability"),
            loads,
            values(results, "compression"),
            values(results, "cache"),
            values(results, "distribution"));
  }

  /** All that a parameter was in the run. */
  private static String values(List<CellResult> results, String parameter) {
    return results.stream()
        .map(each -> each.cell().parameters().getOrDefault(parameter, "-"))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static Table table(Measure measure, List<Ratio> ratios, List<Series> series) {
    Map<String, Double> figures =
        series.stream()
            .collect(Collectors.toMap(Series::name, each -> figure(measure, each.geometricMean())));
    return new Table(
        measure.name(),
        measure.figure().isTime() ? "µs" : measure.figure().unit(),
        ratios.stream().map(ratio -> row(ratio, figures.get(ratio.name()))).toList());
  }

  private static double figure(Measure measure, double speed) {
    return measure.figure().isTime() ? 1 / speed : speed;
  }

  private static Row row(Ratio ratio, @Nullable Double figure) {
    return new Row(
        ratio.name(),
        ratio.rounds(),
        ratio.ratio(),
        RunFacts.number(ratio.low()),
        RunFacts.number(ratio.high()),
        ratio.verdict().toString(),
        figure);
  }

  private static Answer answer(Table table) {
    String same = Verdict.NO_DIFFERENCE_SHOWN.toString();
    String few = Verdict.TOO_FEW_ROUNDS.toString();
    Row best = table.rows().get(0);
    List<Row> others = table.rows().subList(1, table.rows().size());
    Double figure = best.figure();
    return new Answer(
        table.measure(),
        best.engine(),
        figure == null
            ? ""
            : table.unit().equals("µs")
                ? Figures.micros(figure)
                : Figures.rate(figure) + " " + table.unit(),
        others.stream().noneMatch(each -> each.verdict().equals(few)),
        ratios(others.stream().filter(each -> each.verdict().equals(same))),
        ratios(others.stream().filter(each -> !each.verdict().equals(same))));
  }

  private static String ratios(Stream<Row> rows) {
    return rows.map(each -> "%s %s×".formatted(each.engine(), RatioText.factor(each.ratio())))
        .collect(Collectors.joining(", "));
  }

  private static List<Speed> speeds(Speeds speeds) {
    List<Speed> all = new ArrayList<>();
    speeds
        .byMeasure()
        .forEach(
            (measure, series) -> {
              if (measure.figure() == Measure.Figure.THROUGHPUT) {
                for (Series each : series) {
                  all.add(
                      new Speed(
                          measure.shortName(),
                          measure.threads(),
                          measure.parameters().getOrDefault("memory", "none"),
                          each.name(),
                          each.geometricMean(),
                          each.least(),
                          each.most()));
                }
              }
            });
    return all;
  }

  private static List<Distribution> distributions(List<CellResult> results) {
    List<Distribution> all = new ArrayList<>();
    byMeasure(results, result -> result.cell().mode() == Mode.SampleTime)
        .forEach(
            (key, each) -> all.add(new Distribution(key.get(0), key.get(1), percentiles(each))));
    return all;
  }

  private static List<Paced> paced(List<CellResult> results) {
    List<Paced> all = new ArrayList<>();
    byMeasure(results, result -> result.openLoop() != null && result.times() != null)
        .forEach(
            (key, each) -> {
              List<OpenLoopReport> loops =
                  each.stream().flatMap(round -> Stream.ofNullable(round.openLoop())).toList();
              all.add(
                  new Paced(
                      key.get(0),
                      key.get(1),
                      percentiles(each),
                      loops.get(0).perSecond(),
                      loops.stream().mapToDouble(OpenLoopReport::achieved).average().orElse(0),
                      loops.stream().allMatch(OpenLoopReport::keptUp)));
            });
    return all;
  }

  /** Rounds with times of single operations, by measure and engine. */
  private static Map<List<String>, List<CellResult>> byMeasure(
      List<CellResult> results, Predicate<CellResult> which) {
    Map<List<String>, List<CellResult>> rounds = new LinkedHashMap<>();
    results.stream()
        .filter(which)
        .filter(result -> result.score() != null)
        .forEach(
            result -> {
              Measure measure = Measure.figuresOf(result.cell()).get(0);
              rounds
                  .computeIfAbsent(
                      List.of(measure.name().replace(" p50", ""), result.cell().label()),
                      key -> new ArrayList<>())
                  .add(result);
            });
    return rounds;
  }

  /** Of all rounds together; runs of earlier versions kept no histograms but percentiles only. */
  private static List<Percentile> percentiles(List<CellResult> rounds) {
    return TimeHistograms.merged(rounds)
        .map(TimeHistograms::percentiles)
        .orElseGet(
            () -> {
              List<Score> scores =
                  rounds.stream().flatMap(each -> Stream.ofNullable(each.times())).toList();
              return scores.get(0).percentiles().stream()
                  .map(
                      one ->
                          new Percentile(
                              one.percent(), CellScores.percentile(scores, one.percent())))
                  .toList();
            });
  }

  private static List<Size> sizes(List<CellResult> results, List<String> engines) {
    Map<String, Size> sizes = new LinkedHashMap<>();
    for (String engine : engines) {
      results.stream()
          .filter(each -> each.cell().label().equals(engine))
          .map(CellResult::report)
          .filter(report -> report != null && report.prepared() != null)
          .map(CellReport::prepared)
          .filter(info -> info != null && info.bytesOnDisk() > 0)
          .findFirst()
          .ifPresent(
              info ->
                  sizes.put(
                      engine,
                      new Size(
                          engine,
                          info.rawBytes(),
                          info.bytesOnDisk(),
                          info.wholeLoadSeconds(),
                          amplification(results, engine, "RandomWrite", info, "diskWritten"),
                          amplification(results, engine, "PointRead", info, "diskRead"))));
    }
    return List.copyOf(sizes.values());
  }

  /** The disk's bytes for each byte of a record, while a benchmark was measured. */
  private static @Nullable Double amplification(
      List<CellResult> results, String engine, String benchmark, StoreInfo info, String traffic) {
    double recordBytes = info.rawBytes() / (double) info.records();
    return RunFacts.number(
        results.stream()
            .filter(each -> each.cell().label().equals(engine))
            .filter(each -> each.cell().benchmark().equals(benchmark))
            .map(each -> RunFacts.secondary(each, traffic))
            .filter(each -> each != null)
            .mapToDouble(each -> each / recordBytes)
            .average()
            .orElse(Double.NaN));
  }

  private static List<Measured> cells(List<CellResult> results) {
    return results.stream()
        .sorted(
            Comparator.comparing(CellResult::cell, Speeds.usualOrder())
                .thenComparing(each -> each.cell().label())
                .thenComparing(CellResult::round))
        .map(ReportPage::cell)
        .toList();
  }

  private static Measured cell(CellResult result) {
    Cell cell = result.cell();
    Score score = result.score();
    CellReport report = result.report();
    CellReport.WarmUp warmUp = report == null ? null : report.warmUp();
    return new Measured(
        cell.label(),
        cell.workload(),
        cell.threads(),
        cell.parameters().getOrDefault("memory", "none"),
        result.round(),
        result.status(),
        result.message(),
        score == null ? "" : score.unit(),
        score == null ? null : RunFacts.number(score.value()),
        result.seconds(),
        warmUp == null ? List.of() : warmUp.windows(),
        warmUp == null ? null : warmUp.steady(),
        cell.timing().iterationMillis() / 1000.0,
        score == null ? List.of() : score.iterations(),
        written(result),
        result.profiles(),
        RunFacts.memory(report == null ? null : report.memory()),
        RunFacts.perOperation(result),
        cell.parameters());
  }

  private static List<Double> written(CellResult result) {
    return result.secondary().stream()
        .filter(score -> score.name().equals("diskWritten"))
        .flatMap(score -> score.iterations().stream())
        .toList();
  }

  private static List<Setting> settings(List<CellResult> results) {
    Set<Setting> settings = new LinkedHashSet<>();
    for (CellResult result : results) {
      CellReport report = result.report();
      if (report != null) {
        report
            .settings()
            .forEach(
                each ->
                    settings.add(
                        new Setting(
                            result.cell().label(),
                            each.name(),
                            each.value(),
                            each.role().name().toLowerCase(Locale.ROOT),
                            each.reason())));
      }
    }
    return settings.stream()
        .sorted(Comparator.comparing(Setting::engine).thenComparing(Setting::name))
        .toList();
  }
}
