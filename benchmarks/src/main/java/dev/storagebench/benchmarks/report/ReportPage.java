package dev.storagebench.benchmarks.report;

import dev.storagebench.benchmarks.conclusion.Conclusion;
import dev.storagebench.benchmarks.conclusion.Dimensions;
import dev.storagebench.benchmarks.conclusion.MissingResults;
import dev.storagebench.benchmarks.conclusion.RunFacts;
import dev.storagebench.benchmarks.report.ReportModel.Measured;
import dev.storagebench.benchmarks.report.ReportModel.Section;
import dev.storagebench.benchmarks.report.ReportModel.Setting;
import dev.storagebench.benchmarks.report.html.HtmlPage;
import dev.storagebench.benchmarks.result.CellResult;
import dev.storagebench.benchmarks.result.CellResult.Score;
import dev.storagebench.benchmarks.result.CellScore;
import dev.storagebench.benchmarks.result.Manifest;
import dev.storagebench.benchmarks.suite.SuiteInfo;
import dev.storagebench.benchmarks.suite.View;
import dev.storagebench.benchmarks.suite.View.Kind;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.AppliedSetting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Any run as {@code report.html}: the best engine for each workload, and the evidence. */
final class ReportPage {

  // Previews of links show no more.
  private static final int MAX_DESCRIPTION = 300;

  private ReportPage() {}

  static String render(Manifest run) {
    ReportModel model = model(run);
    String description =
        Stream.concat(model.conclusion().invalid().stream(), model.conclusion().sentences())
            .collect(Collectors.joining(" "));
    return new HtmlPage(
            model.title(),
            description.length() > MAX_DESCRIPTION
                ? description.substring(0, MAX_DESCRIPTION) + "…"
                : description,
            "report.js",
            model)
        .render();
  }

  static ReportModel model(Manifest run) {
    List<CellResult> results = RunFacts.inPlanOrder(run);
    List<String> labels = new Dimensions(run.byCell()).values(Dimensions.CANDIDATE);
    List<Section> suite = sections(DefaultViews.ofSuite(run), run);
    SuiteInfo info = run.suite();
    Conclusion conclusion = Conclusion.of(run);
    RankingTables tables = new RankingTables(run);
    return new ReportModel(
        RunFacts.title(run),
        info == null ? "" : info.title(),
        RunFacts.conditions(run),
        info == null ? "" : info.about(),
        info == null ? "" : info.source(),
        conclusion,
        conclusion.markdown().toString(),
        Stream.concat(labels.stream(), published(suite)).toList(),
        suite,
        DefaultViews.figures(run),
        tables.tables(),
        tables.overall(),
        RunFacts.machines(run),
        sections(DefaultViews.page(run), run),
        results.stream().map(ReportPage::cell).toList(),
        MissingResults.warnings(run),
        MissingResults.remarks(run),
        MissingResults.leftOut(run),
        settings(run),
        RunFacts.environment(run),
        List.of(
            "java -jar benchmarks.jar " + RunText.shell(run.command()),
            RunText.shell(run.forkCommand())),
        RunArtifact.hasForks(run)
            ? List.of("results.csv", "views.csv", "results.json", "run.json")
            : List.of("results.csv", "views.csv", "run.json"));
  }

  private static List<Section> sections(List<View> views, Manifest run) {
    return views.stream()
        .map(
            view ->
                new Section(
                    view.title(),
                    view.about() == null ? "" : view.about(),
                    Pivot.tables(view, run).stream()
                        .filter(table -> !table.columns().isEmpty())
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

  private static Measured cell(CellResult result) {
    Cell cell = result.cell();
    Score score = result.score();
    CellReport report = result.reported();
    String figure = CellScore.figures(cell).get(0);
    OptionalDouble value = CellScore.ofRound(figure, result);
    CellReport.WarmUp warmUp = report.warmUp();
    return new Measured(
        cell.label(),
        cell.benchmark(),
        cell.isSingleShot(),
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
        report.memory(),
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

  /**
   * What was requested, and how the candidates mapped it: what all have in common first. A setting
   * that depends on the memory limit is listed with the limits it applies to.
   */
  private static List<Setting> settings(Manifest run) {
    Map<Setting, Map<String, Set<String>>> limits = new LinkedHashMap<>();
    Map<String, Set<String>> all = new LinkedHashMap<>();
    for (CellResult result : RunFacts.inPlanOrder(run)) {
      String label = result.cell().label();
      String memory = result.cell().value(Dimensions.MEMORY);
      for (AppliedSetting each : result.reported().settings()) {
        all.computeIfAbsent(label, l -> new LinkedHashSet<>()).add(memory);
        String role = each.role().name().toLowerCase(Locale.ROOT);
        limits
            .computeIfAbsent(
                new Setting(each.name(), each.value(), List.of(), role, each.reason()),
                s -> new LinkedHashMap<>())
            .computeIfAbsent(label, l -> new LinkedHashSet<>())
            .add(memory);
      }
    }
    List<Setting> common = new ArrayList<>();
    run.parameterValues()
        .forEach(
            (name, values) -> {
              if (!name.equals("engine") && !values.equals(Set.of(""))) {
                common.add(
                    new Setting(name, String.join(", ", values), List.of(), "requested", ""));
              }
            });
    List<Setting> differing = new ArrayList<>();
    limits.forEach(
        (one, memory) -> {
          List<String> candidates =
              memory.entrySet().stream()
                  .map(
                      each ->
                          each.getValue().equals(all.get(each.getKey()))
                              ? each.getKey()
                              : "%s (memory %s)"
                                  .formatted(each.getKey(), String.join(", ", each.getValue())))
                  .toList();
          boolean isCommon = all.size() > 1 && List.copyOf(all.keySet()).equals(candidates);
          (isCommon ? common : differing)
              .add(
                  new Setting(
                      one.name(),
                      one.value(),
                      isCommon ? List.of() : candidates,
                      one.role(),
                      one.reason()));
        });
    differing.sort(Comparator.comparing(Setting::name));
    return Stream.concat(common.stream(), differing.stream()).toList();
  }
}
