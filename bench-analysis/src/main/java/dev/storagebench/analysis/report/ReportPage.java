package dev.storagebench.analysis.report;

import dev.storagebench.analysis.conclusion.Conclusion;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.report.html.HtmlPage;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.cell.Second;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.memory.MemoryReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Any run as {@code report.html}: the best engine for each workload, and the evidence. The fields
 * are the page's data: figures in base units and texts, no layout.
 */
final class ReportPage extends MadeOf<Manifest> {
  // Previews of links show no more.
  private static final int MAX_DESCRIPTION = 300;
  // Seconds; more than the error of a sum.
  private static final double SHORTEST_PAUSE = 1e-6;
  private static final List<String> AMOUNTS =
      List.of(
          "majorFaults refaults diskRead diskWritten cpu allocated gc sustained slowestSecond longestStall"
              .split(" "));

  /** Candidates, machine and date. */
  public final String title = RunFacts.title(of);

  /** Of the suite. */
  public final String heading = suite(of, SuiteInfo::title);

  /** The conditions. */
  public final String subtitle = RunFacts.conditions(of);

  public final String about = suite(of, SuiteInfo::about);

  /** Where the experiment comes from; empty if it is our own. */
  public final String source = suite(of, SuiteInfo::source);

  /** Of the published experiment. */
  public final String scale = suite(of, SuiteInfo::scale);

  public final Conclusion conclusion = Conclusion.of(of);

  /** The verdict, as it is copied. */
  public final String markdown = conclusion.markdown().toString();

  private final Dimensions dimensions = new Dimensions(of);
  public final List<Section> suite = sections(DefaultViews.ofSuite(of), dimensions);

  /** By label, the harness's own last. */
  public final List<String> candidates = dimensions.values(Dimensions.CANDIDATE);

  /** Whether they are releases of one engine, which are read in their order. */
  public final boolean releases = areReleases(of);

  /** The absolute figures of all cells in one table; null if there are none. */
  public final @Nullable ViewTable figures = DefaultViews.figures(dimensions);

  private final RankingTables rankings = new RankingTables(dimensions);
  public final List<Table> tables = rankings.tables();

  /** The geometric mean over all throughputs. */
  public final @Nullable Table overall = rankings.overall();

  public final List<Section> views = sections(DefaultViews.page(of), dimensions);
  public final List<Measured> cells =
      RunFacts.inPlanOrder(of).stream().map(each -> new Measured(each, dimensions)).toList();
  public final List<Warning> warnings = MissingResults.warnings(of);

  /** On the figures, beside the warnings. */
  public final List<String> notes = MissingResults.remarks(of);

  public final List<String> leftOut = MissingResults.leftOut(of);

  /** Of all candidates, those in common first. */
  public final List<Setting> settings = settings(of);

  public final Map<String, String> environment = RunFacts.environment(of);
  public final List<String> commands =
      List.of(
          "java -jar benchmarks.jar " + RunText.shell(of.command()),
          RunText.shell(of.forkCommand()));

  /** Beside the page, with the same figures. */
  public final List<String> files = List.of("results.csv", "results.json", "run.json");

  ReportPage(Manifest run) {
    super(run);
  }

  private static String suite(Manifest run, Function<SuiteInfo, String> text) {
    return run.suite() == null ? "" : text.apply(run.suite());
  }

  private static boolean areReleases(Manifest run) {
    Set<Candidate> all =
        run.plan().cells().stream().map(Cell::candidate).collect(Collectors.toSet());
    return all.stream().map(Candidate::engine).distinct().count() == 1
        && all.stream().map(Candidate::version).distinct().count() == all.size();
  }

  /** The whole file. */
  String render() {
    String description =
        Stream.concat(conclusion.invalid().stream(), conclusion.paragraphs().stream())
            .collect(Collectors.joining(" "));
    return new HtmlPage(
            title,
            description.length() > MAX_DESCRIPTION
                ? description.substring(0, MAX_DESCRIPTION) + "…"
                : description,
            this)
        .render();
  }

  /** A view with all that it was made for. */
  record Section(String title, List<ViewTable> tables) {}

  /**
   * A workload with its conditions.
   *
   * @param conditions those in which the run's measures differ; workloads of one text have them in
   *     common
   * @param readPercent the share of reads; null for other workloads than reads, writes and mixes
   * @param rows the best first
   * @param missing candidates without a figure, each with why
   */
  record Table(
      String measure,
      String workload,
      String figure,
      String unit,
      String conditions,
      @Nullable Integer readPercent,
      List<Row> rows,
      Map<String, String> missing) {}

  /**
   * A candidate.
   *
   * @param figure as all outputs show it; empty for a mean over workloads
   * @param bytesOnDisk of its loaded store; null where it began empty
   * @param relativeTo its multiple of each candidate, by that one's label
   */
  record Row(
      String candidate,
      int rounds,
      @Nullable Double value,
      String figure,
      @Nullable Double bytesOnDisk,
      Map<String, Multiple> relativeTo) {}

  /** A ratio of speeds; low and high are null where there is no interval. */
  record Multiple(double ratio, @Nullable Double low, @Nullable Double high, String verdict) {}

  /** One round of a cell. */
  static final class Measured extends MadeOf<CellResult> {
    private final Cell cell = of.cell();
    private final @Nullable Score primary = of.score();
    private final CellReport.@Nullable WarmUp warm = of.reported().warmUp();
    private final String figure = CellScore.figures(cell).get(0);
    public final String candidate = cell.label();

    /** Whether its one iteration is the seconds it took. */
    public final boolean singleShot = cell.isSingleShot();

    public final String workload = cell.workload();
    public final int threads = cell.threads();
    public final int round = of.round();
    public final Status status = of.status();
    public final @Nullable String message = of.message();
    public final String unit = primary == null ? "" : CellScore.isTime(figure) ? "us" : cell.unit();
    public final OptionalDouble score = CellScore.ofRound(figure, of);
    public final double seconds = of.seconds();
    public final List<Double> warmUp = warm == null ? List.of() : warm.windows();
    public final @Nullable Boolean steady = warm == null ? null : warm.steady();
    public final List<Double> iterations = primary == null ? List.of() : primary.iterations();

    /**
     * The middle of each second, operations a second, p99 in microseconds, bytes of the store, and
     * the iteration, which is 0 in the warm-up.
     */
    public final List<List<Double>> course = course(of.reported().series());

    /** From when to when it stalled, as the stalled share counts it. */
    public final List<List<Double>> stalls =
        Second.stalled(Second.whole(of.reported().series())).stream()
            .map(each -> List.of(each.start(), each.start() + each.length()))
            .toList();

    /** To the disk for each operation, by iteration. */
    public final List<Double> written = written(of);

    /** How several clients worked together; null for one. */
    public final @Nullable ClientsReport clients = of.reported().clients();

    /** Files of profilers, relative to the page. */
    public final List<String> profiles = of.profiles();

    public final @Nullable MemoryReport memory = of.reported().memory();

    /** The limit that was asked for, with its published label; {@code none} for none. */
    public final String limit;

    /**
     * By operation: faults, pages, bytes, microseconds of CPU; of all seconds: rates and stalls.
     */
    public final Map<String, Double> amounts = amounts(of);

    public final Map<String, String> parameters = cell.parameters();

    Measured(CellResult result, Dimensions run) {
      super(result);
      limit = run.labelled(Dimensions.MEMORY, cell.value(Dimensions.MEMORY));
    }
  }

  /**
   * How candidates mapped a setting.
   *
   * @param candidates those with this value, with their memory limits if it differs by them; empty
   *     for all
   */
  record Setting(String name, String value, List<String> candidates, String role, String reason) {}

  private static List<Section> sections(List<View> views, Dimensions run) {
    return views.stream()
        .map(view -> new Section(view.title(), Pivot.tables(view, run)))
        .filter(section -> !section.tables().isEmpty())
        .toList();
  }

  private static List<Double> written(CellResult result) {
    return result.secondary().stream()
        .filter(score -> score.name().equals("diskWritten"))
        .flatMap(score -> score.iterations().stream())
        .toList();
  }

  private static List<List<Double>> course(List<Second> series) {
    List<List<Double>> course = new ArrayList<>();
    double iteration = 0;
    double end = 0;
    for (Second each : series) {
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

  private static Map<String, Double> amounts(CellResult result) {
    Map<String, Double> amounts = new LinkedHashMap<>();
    AMOUNTS.forEach(
        name -> amounts.computeIfAbsent(name, each -> RunFacts.secondary(result, each)));
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
    List<Setting> settings = new ArrayList<>();
    run.parameterValues()
        .forEach(
            (name, values) -> {
              if (!name.equals("engine") && !values.equals(Set.of(""))) {
                settings.add(
                    new Setting(name, String.join(", ", values), List.of(), "requested", ""));
              }
            });
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
                  one.role(),
                  one.reason()));
        });
    settings.sort(Comparator.comparing(each -> each.candidates().isEmpty() ? "" : each.name()));
    return settings;
  }
}
