package dev.storagebench.core.report;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.report.ReportModel.Answer;
import dev.storagebench.core.report.ReportModel.Measured;
import dev.storagebench.core.report.ReportModel.Row;
import dev.storagebench.core.report.ReportModel.Section;
import dev.storagebench.core.report.ReportModel.Setting;
import dev.storagebench.core.report.ReportModel.Size;
import dev.storagebench.core.report.ReportModel.Table;
import dev.storagebench.core.report.html.HtmlPage;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.stats.Verdict;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.suite.SuiteInfo;
import dev.storagebench.core.suite.View;
import dev.storagebench.core.suite.View.Kind;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/** Any run as {@code report.html}: the best engine for each workload, and the evidence. */
final class ReportPage {

  private ReportPage() {}

  static String render(Manifest run) {
    return new HtmlPage("Storage Bench: report", "report.js", model(run)).render();
  }

  static ReportModel model(Manifest run) {
    List<CellResult> results = RunFacts.inPlanOrder(run);
    Ranking ranking = Ranking.of(results);
    Map<Measure, String> names = Measure.names(ranking.tables().keySet());
    List<Table> tables = new ArrayList<>();
    ranking
        .tables()
        .forEach(
            (measure, ratios) ->
                tables.add(
                    table(
                        names.getOrDefault(measure, ""),
                        measure,
                        ratios,
                        ranking.scores().getOrDefault(measure, Map.of()))));
    List<String> labels = new Dimensions(run.byCell()).values(Dimensions.CANDIDATE);
    List<Section> suite = sections(DefaultViews.ofSuite(run), run);
    SuiteInfo info = run.suite();
    return new ReportModel(
        info == null ? "Which engine for which workload" : info.title(),
        RunFacts.conditions(run),
        info == null ? "" : info.about(),
        info == null ? "" : info.source(),
        suite,
        tables.stream().map(ReportPage::answer).toList(),
        Stream.concat(labels.stream(), published(suite)).toList(),
        Ranking.HARNESS,
        tables,
        ranking.overall().stream().map(ratio -> row(ratio, null)).toList(),
        sections(DefaultViews.page(run), run),
        sizes(results, labels),
        results.stream().map(ReportPage::cell).toList(),
        RunWarnings.of(run),
        MissingResults.remarks(run),
        run.leftOut(),
        settings(results),
        RunFacts.environment(run),
        List.of(
            "java -jar benchmarks.jar " + RunFacts.shell(run.command()),
            RunFacts.shell(run.forkCommand())));
  }

  private static List<Section> sections(List<View> views, Manifest run) {
    return views.stream()
        .map(
            view ->
                new Section(
                    view.title(),
                    view.about() == null ? "" : view.about(),
                    Pivot.tables(view, run).stream()
                        .filter(table -> table.kind() != Kind.CURVE || isLine(table))
                        .toList()))
        .filter(section -> !section.tables().isEmpty())
        .toList();
  }

  /** Whether any row has two points to draw a line through. */
  private static boolean isLine(ViewTable table) {
    return table.entries().stream()
        .anyMatch(
            row ->
                row.stream().filter(entry -> entry != null && entry.value() != null).count() > 1);
  }

  /** The names of published lines. */
  private static Stream<String> published(List<Section> sections) {
    return sections.stream()
        .flatMap(section -> section.tables().stream())
        .filter(table -> table.kind() != Kind.TABLE)
        .flatMap(table -> table.entries().stream())
        .flatMap(List::stream)
        .filter(entry -> entry != null && !entry.source().isEmpty())
        .map(entry -> entry.source() + " (published)")
        .distinct();
  }

  private static Table table(
      String name, Measure measure, List<Ratio> ratios, Map<String, CellScore> scores) {
    return new Table(
        name,
        measure.unit(),
        ratios.stream()
            .map(
                ratio -> {
                  CellScore score = scores.get(ratio.name());
                  return row(
                      ratio, score == null ? null : Figures.show(measure.unit(), score.value()));
                })
            .toList());
  }

  private static Row row(Ratio ratio, @Nullable String figure) {
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
    Row best = table.rows().get(0);
    List<Row> others = table.rows().subList(1, table.rows().size());
    String unjudged =
        Stream.of(Verdict.UNDECIDED, Verdict.TOO_FEW_ROUNDS, Verdict.WEAKENED)
            .filter(
                verdict -> others.stream().anyMatch(each -> each.verdict().equals("" + verdict)))
            .map(verdict -> ratios(others, verdict) + " (" + verdict + ")")
            .collect(Collectors.joining("; "));
    return new Answer(
        table.measure(),
        best.candidate(),
        best.figure() + (table.unit().equals("us") ? "" : " " + table.unit()),
        ratios(others, Verdict.NO_DIFFERENCE_SHOWN),
        ratios(others, Verdict.SLOWER),
        unjudged);
  }

  private static String ratios(List<Row> rows, Verdict verdict) {
    return rows.stream()
        .filter(each -> each.verdict().equals(verdict.toString()))
        .map(each -> "%s %s×".formatted(each.candidate(), Figures.factor(each.ratio())))
        .collect(Collectors.joining(", "));
  }

  private static List<Size> sizes(List<CellResult> results, List<String> labels) {
    Map<String, Size> sizes = new LinkedHashMap<>();
    for (String label : labels) {
      results.stream()
          .filter(each -> each.cell().label().equals(label))
          .map(CellResult::report)
          .filter(report -> report != null && report.prepared() != null)
          .map(CellReport::prepared)
          .filter(info -> info != null && info.bytesOnDisk() > 0)
          .findFirst()
          .ifPresent(
              info ->
                  sizes.put(
                      label,
                      new Size(
                          label,
                          info.rawBytes(),
                          info.bytesOnDisk(),
                          info.wholeLoadSeconds(),
                          amplification(results, label, "RandomWrite", info, "diskWritten"),
                          amplification(results, label, "PointRead", info, "diskRead"))));
    }
    return List.copyOf(sizes.values());
  }

  /** The disk's bytes for each byte of a record, while a benchmark was measured. */
  private static @Nullable Double amplification(
      List<CellResult> results, String label, String benchmark, StoreInfo info, String traffic) {
    double recordBytes = info.rawBytes() / (double) info.records();
    return RunFacts.number(
        results.stream()
            .filter(each -> each.cell().label().equals(label))
            .filter(each -> each.cell().benchmark().equals(benchmark))
            .map(each -> RunFacts.secondary(each, traffic))
            .filter(each -> each != null)
            .mapToDouble(each -> each / recordBytes)
            .average()
            .orElse(Double.NaN));
  }

  private static Measured cell(CellResult result) {
    Cell cell = result.cell();
    Score score = result.score();
    CellReport report = result.report();
    String figure = CellScore.figures(cell).get(0);
    OptionalDouble value = CellScore.ofRound(figure, result);
    CellReport.WarmUp warmUp = report == null ? null : report.warmUp();
    return new Measured(
        cell.label(),
        cell.benchmark(),
        cell.mode() == Mode.SingleShotTime,
        cell.workload(),
        cell.threads(),
        result.round(),
        result.status(),
        result.message(),
        score == null ? "" : CellScore.isTime(figure) ? "us" : cell.unit(),
        value.isPresent() ? value.getAsDouble() : null,
        result.seconds(),
        warmUp == null ? List.of() : warmUp.windows(),
        warmUp == null ? null : warmUp.steady(),
        score == null ? List.of() : score.iterations(),
        written(result),
        result.profiles(),
        report == null ? null : report.memory(),
        perOperation(result),
        cell.parameters());
  }

  private static List<Double> written(CellResult result) {
    return result.secondary().stream()
        .filter(score -> score.name().equals("diskWritten"))
        .flatMap(score -> score.iterations().stream())
        .toList();
  }

  private static Map<String, Double> perOperation(CellResult result) {
    Map<String, Double> amounts = new LinkedHashMap<>();
    for (String name : List.of("majorFaults", "refaults", "diskRead", "diskWritten", "cpu")) {
      amounts.computeIfAbsent(name, each -> RunFacts.secondary(result, each));
    }
    return amounts;
  }

  /** The settings of all cells; one that is the same with every memory limit is listed once. */
  private static List<Setting> settings(List<CellResult> results) {
    Map<Setting, Set<String>> limits = new LinkedHashMap<>();
    Map<String, Set<String>> all = new HashMap<>();
    for (CellResult result : results) {
      CellReport report = result.report();
      String label = result.cell().label();
      String memory = result.cell().value(Dimensions.MEMORY);
      for (AppliedSetting each : report == null ? List.<AppliedSetting>of() : report.settings()) {
        all.computeIfAbsent(label, l -> new LinkedHashSet<>()).add(memory);
        String role = each.role().name().toLowerCase(Locale.ROOT);
        limits
            .computeIfAbsent(
                new Setting(label, each.name(), each.value(), role, List.of(), each.reason()),
                s -> new LinkedHashSet<>())
            .add(memory);
      }
    }
    List<Setting> settings = new ArrayList<>();
    limits.forEach(
        (one, memory) ->
            settings.add(
                new Setting(
                    one.candidate(),
                    one.name(),
                    one.value(),
                    one.role(),
                    memory.equals(all.get(one.candidate())) ? List.of() : List.copyOf(memory),
                    one.reason())));
    settings.sort(Comparator.comparing(Setting::candidate).thenComparing(Setting::name));
    return settings;
  }
}
