package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.report.html.HtmlPage;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.PackedRun;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.jspecify.annotations.Nullable;

/** Any run as {@code report.html}: the best engine for each workload, and the evidence. */
record ReportPage(Analysis analysis, List<String> files) {
  static final List<String> FILES =
      List.of("results.csv", "results.json", "verdict.json", "run.json", PackedRun.NAME);
  // Previews of links show no more.
  private static final int MAX_DESCRIPTION = 300;
  // Seconds; more than the error of a sum.
  private static final double SHORTEST_PAUSE = 1e-6;
  private static final List<String> AMOUNTS =
      List.of(
          "majorFaults refaults diskRead diskWritten cpu allocated gc sustained slowestSecond longestStall"
              .split(" "));

  /** With links to the files that are in the folder: JMH's results are not in a packed run. */
  static ReportPage in(Path folder, Analysis analysis) {
    return new ReportPage(
        analysis, FILES.stream().filter(each -> Files.exists(folder.resolve(each))).toList());
  }

  /** The page with its data. */
  HtmlPage page() {
    String description =
        Stream.concat(
                analysis.invalid().stream().map(Warning::text),
                FindingText.of(analysis).stream().map(FindingText::paragraph))
            .collect(Collectors.joining(" "));
    return new HtmlPage(
        RunFacts.title(analysis.dimensions()),
        description.length() > MAX_DESCRIPTION
            ? description.substring(0, MAX_DESCRIPTION) + "…"
            : description,
        data());
  }

  /** Data that the scripts draw: figures in base units and texts, no layout. */
  Map<String, Object> data() {
    Manifest run = analysis.run();
    SuiteInfo suite = run.info();
    Dimensions dimensions = analysis.dimensions();
    List<Table> tables = new RankingTables(analysis).tables();
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("title", RunFacts.title(dimensions));
    data.put("heading", suite.title());
    data.put("subtitle", RunFacts.conditions(dimensions));
    data.put("about", suite.about());
    data.put("source", suite.source());
    data.put("scale", suite.scale());
    data.put("invalid", analysis.invalid().stream().map(Warning::text).toList());
    data.put("given", analysis.given());
    data.put("answers", FindingText.of(analysis));
    data.put("notes", analysis.notes());
    data.put("markdown", RunText.verdict(analysis));
    data.put("suite", sections(DefaultViews.ofSuite(run)));
    // By label, the harness's own last.
    data.put("candidates", dimensions.values(Dimensions.CANDIDATE));
    data.put("releases", areReleases(run));
    data.put("figures", DefaultViews.figures(dimensions));
    data.put("whyRoundsDiffer", RunFacts.whyRoundsDiffer(dimensions));
    data.put("tables", tables);
    data.put("mixes", RankingTables.mixes(tables));
    data.put("views", sections(DefaultViews.page(run)));
    data.put("cells", RunFacts.inPlanOrder(run).stream().map(this::cell).toList());
    data.put("warnings", analysis.warnings());
    data.put("leftOut", MissingResults.leftOut(run));
    data.put("settings", settings(run));
    data.put("environment", RunFacts.environment(run));
    data.put("command", Shell.program(run.command()));
    data.put("forkCommand", Shell.quoted(run.forkCommand()));
    data.put("files", files);
    return data;
  }

  /** Whether the candidates, the control aside, are releases of one engine. */
  static boolean areReleases(Manifest run) {
    Set<Candidate> all =
        run.plan().cells().stream()
            .map(Cell::candidate)
            .filter(each -> Ranking.isContender(each.label()))
            .collect(Collectors.toSet());
    return all.stream().map(Candidate::engine).distinct().count() == 1
        && all.stream().map(Candidate::version).distinct().count() == all.size();
  }

  /** A view with all that it was made for. */
  record Section(String title, List<ViewTable> tables) {}

  /**
   * A workload with its conditions.
   *
   * @param conditions those in which the run's measures differ; workloads of one text have them in
   *     common
   * @param head of the column with the figures
   * @param p99Of the workload whose p99 the rows have; null without one
   * @param readPercent the share of reads; null for other workloads than reads, writes and mixes,
   *     and for stages of a chain
   * @param rows the best first
   * @param missing candidates without a figure, each with why
   */
  record Table(
      String measure,
      Measure.Kind kind,
      String head,
      String conditions,
      @Nullable String p99Of,
      @Nullable Integer readPercent,
      List<Row> rows,
      Map<String, String> missing) {}

  /**
   * A candidate.
   *
   * @param figure as all outputs show it
   * @param p99 in microseconds; null where it was not measured
   * @param loadedBytes of its loaded store; null where it began empty
   * @param relativeTo its multiple of each candidate, by that one's label
   */
  record Row(
      String candidate,
      int rounds,
      double value,
      String figure,
      boolean weakened,
      @Nullable Double p99,
      @Nullable Double loadedBytes,
      Map<String, Multiple> relativeTo) {}

  /**
   * A candidate's operations a second by the share of reads.
   *
   * @param measured the shares that were measured, in percent
   * @param speeds at the first of them, and at each percent up to the last one
   */
  record Mix(String conditions, String candidate, List<Integer> measured, List<Double> speeds) {}

  /** A ratio of speeds; low and high are null where there is no interval. */
  record Multiple(double ratio, @Nullable Double low, @Nullable Double high, String verdict) {
    static Multiple of(Ratio ratio) {
      return new Multiple(
          ratio.ratio(),
          RunFacts.number(ratio.low()),
          RunFacts.number(ratio.high()),
          ratio.isBest() ? "reference" : ratio.verdict().toString());
    }
  }

  /** One round of a cell. */
  private Map<String, Object> cell(CellResult result) {
    Cell cell = result.cell();
    CellReport report = result.reported();
    CellReport.WarmUp warm = report.warmUp();
    Measure measure = Measure.figuresOf(cell).get(0);
    OptionalDouble score = CellScore.ofRound(measure.figure(), result);
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("candidate", cell.label());
    data.put("workload", cell.workload());
    data.put("threads", cell.threads());
    // Its one iteration is the seconds it took.
    data.put("singleShot", cell.isSingleShot());
    data.put("round", result.round());
    data.put("status", result.status());
    data.put("message", result.message());
    data.put("unit", measure.isTime() ? measure.figure() : measure.unit());
    data.put("score", score);
    data.put("shown", score.isPresent() ? Figures.show(measure.unit(), score.getAsDouble()) : null);
    data.put("seconds", result.seconds());
    data.put("warmUp", warmUp(result));
    data.put("steady", warm == null ? null : warm.steady());
    data.put("iterations", result.score() == null ? List.of() : result.score().iterations());
    data.put("iterationUnit", result.score() == null ? "" : result.score().unit());
    data.put("course", course(report.series()));
    // From when to when it stalled, as the stalled share counts it.
    data.put(
        "stalls",
        SeriesPoint.stalled(SeriesPoint.whole(report.series())).stream()
            .map(each -> List.of(each.start(), each.start() + each.length()))
            .toList());
    data.put("written", written(result));
    data.put("clients", report.clients());
    data.put("profiles", result.profiles());
    data.put("memory", report.memory());
    data.put(
        "limit", analysis.dimensions().labelled(Dimensions.MEMORY, cell.value(Dimensions.MEMORY)));
    data.put("amounts", amounts(result));
    data.put("parameters", cell.parameters().texts());
    return data;
  }

  /**
   * How candidates mapped a setting.
   *
   * @param candidates those with this value, with their memory limits if it differs by them; empty
   *     for all
   */
  record Setting(String name, String value, List<String> candidates, String role, String reason) {}

  private List<Section> sections(List<View> views) {
    return views.stream()
        .map(view -> new Section(view.title(), Pivot.tables(view, analysis.dimensions())))
        .filter(section -> !section.tables().isEmpty())
        .toList();
  }

  /** Windows of the warm-up in the unit of the iterations. */
  private static List<Double> warmUp(CellResult result) {
    CellReport.WarmUp warm = result.reported().warmUp();
    String unit = result.score() == null ? "" : result.score().unit();
    double perSecond = Map.of("s/op", 1.0, "ms/op", 1e3, "us/op", 1e6).getOrDefault(unit, 0.0);
    List<Double> rates = warm == null ? List.of() : warm.windows();
    // A window without an operation has no time.
    return perSecond == 0
        ? rates
        : rates.stream()
            .map(rate -> rate > 0 ? result.cell().threads() * perSecond / rate : 0)
            .toList();
  }

  /** To the disk for each operation, by iteration. */
  private static List<Double> written(CellResult result) {
    return result.figure("diskWritten").map(Score::iterations).orElse(List.of());
  }

  /**
   * The middle of each second, operations a second, p99 in microseconds, bytes of the store, and
   * the iteration, which is 0 in the warm-up.
   */
  private static List<List<Double>> course(List<SeriesPoint> series) {
    List<List<Double>> course = new ArrayList<>();
    double iteration = 0;
    double end = 0;
    for (SeriesPoint each : series) {
      // JMH pauses between iterations.
      boolean begins = iteration == 0 || each.start() > end + SHORTEST_PAUSE;
      iteration += each.measured() && begins ? 1 : 0;
      end = each.start() + each.length();
      if (each.isWhole()) {
        double middle = each.start() + each.length() / 2;
        double bytes = each.storeBytes();
        course.add(List.of(middle, each.rate(), each.p99(), bytes, iteration));
      }
    }
    return course;
  }

  /** By operation: faults, pages, bytes, microseconds of CPU; of all seconds: rates and stalls. */
  private static Map<String, Double> amounts(CellResult result) {
    Map<String, Double> amounts = new LinkedHashMap<>();
    AMOUNTS.forEach(
        name -> amounts.computeIfAbsent(name, each -> RunFacts.number(result.amount(each))));
    return amounts;
  }

  /**
   * Requested settings, and how the candidates mapped them: what all have in common first. A
   * setting that depends on the memory limit is listed with the limits it applies to.
   */
  private static List<Setting> settings(Manifest run) {
    Map<AppliedSetting, Map<String, Set<String>>> limits = new LinkedHashMap<>();
    Map<String, Set<String>> all = new LinkedHashMap<>();
    for (CellResult result : RunFacts.inPlanOrder(run)) {
      String label = result.cell().label();
      String memory = result.cell().value(Dimensions.MEMORY);
      for (AppliedSetting each : result.reported().settings()) {
        Stream.of(all, limits.computeIfAbsent(each, any -> new LinkedHashMap<>()))
            .forEach(its -> its.computeIfAbsent(label, any -> new LinkedHashSet<>()).add(memory));
      }
    }
    List<Setting> settings = new ArrayList<>();
    Map<String, Set<String>> requested = new LinkedHashMap<>(run.parameterValues());
    requested.remove("engine");
    requested.values().removeIf(Set.of("")::equals);
    requested.forEach(
        (name, values) ->
            settings.add(new Setting(name, String.join(", ", values), List.of(), "requested", "")));
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
          settings.add(
              new Setting(
                  one.name(),
                  one.value(),
                  isCommon ? List.of() : candidates,
                  one.role().name().toLowerCase(Locale.ROOT),
                  one.reason()));
        });
    settings.sort(Comparator.comparing(each -> each.candidates().isEmpty() ? "" : each.name()));
    return settings;
  }
}
