package dev.storagebench.core.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/**
 * A run's results for the terminal: a row an engine, a column a workload, and below it what one has
 * to know to read it: the harness's own cost, stronger promises than asked for, failures, absences.
 */
public final class SummaryTable {
  private static final String HARNESS = "noop";

  private final List<CellResult> results;
  private final Absences absences;

  /**
   * A table of a run.
   *
   * @param leftOut engines that did not take part, each with the reason
   */
  public SummaryTable(List<CellResult> results, Map<String, String> leftOut) {
    this.results = List.copyOf(results);
    this.absences = new Absences(results, leftOut);
  }

  /** The table and its notes. */
  public String render() {
    StringBuilder text = new StringBuilder(conditions()).append(System.lineSeparator());
    List<String> engines = engines();
    List<Column> columns = new ArrayList<>();
    List<String[]> rows = new ArrayList<>();
    columns.add(new Column().header("engine").dataAlign(HorizontalAlign.LEFT));
    Map<String, List<CellResult>> byWorkload = byWorkload();
    byWorkload.forEach((workload, cells) -> columns.addAll(headers(workload, cells)));
    columns.add(new Column().header("on disk").dataAlign(HorizontalAlign.RIGHT));
    for (String engine : engines) {
      List<String> row = new ArrayList<>(List.of(engine));
      byWorkload.forEach((workload, cells) -> row.addAll(figures(cells, engine)));
      row.add(onDisk(engine));
      rows.add(row.toArray(String[]::new));
    }
    text.append(
        AsciiTable.getTable(
            AsciiTable.NO_BORDERS, columns.toArray(Column[]::new), rows.toArray(String[][]::new)));
    text.append(System.lineSeparator()).append(RateTable.render(results, Cell::engine));
    notes().forEach(note -> text.append(note).append(System.lineSeparator()));
    return text.toString();
  }

  /** What all cells have in common. */
  private String conditions() {
    if (results.isEmpty()) {
      return "nothing was measured";
    }
    Cell cell = results.get(0).cell();
    Set<String> durabilities = new TreeSet<>();
    results.stream()
        .filter(result -> result.cell().mode() != Mode.SingleShotTime)
        .forEach(result -> durabilities.add(String.valueOf(parameter(result, "durability"))));
    boolean loads = results.stream().anyMatch(r -> r.cell().mode() == Mode.SingleShotTime);
    return "%s, %d threads, memory %s, durability %s%s, compression %s, cache %s"
        .formatted(
            cell.parameters().get("dataset"),
            cell.threads(),
            cell.parameters().get("memory"),
            String.join(", ", durabilities),
            loads ? " (Load: none)" : "",
            cell.parameters().get("compression"),
            cell.parameters().get("cache"));
  }

  private static @Nullable String parameter(CellResult result, String name) {
    return result.cell().parameters().get(name);
  }

  private List<String> engines() {
    Set<String> engines = new LinkedHashSet<>();
    results.stream().map(result -> result.cell().engine()).sorted().forEach(engines::add);
    // The harness is no competitor: it stands below the others.
    return engines.stream().sorted(Comparator.comparing(HARNESS::equals)).toList();
  }

  private Map<String, List<CellResult>> byWorkload() {
    Map<String, List<CellResult>> byWorkload = new LinkedHashMap<>();
    results.stream()
        // Those with a rate have a table of their own.
        .filter(result -> result.cell().rate().isEmpty())
        .sorted(Comparator.comparing(result -> rank(result.cell().workload())))
        .forEach(
            result ->
                byWorkload
                    .computeIfAbsent(result.cell().workload(), w -> new ArrayList<>())
                    .add(result));
    return byWorkload;
  }

  private static String rank(String workload) {
    List<String> usual =
        List.of("PointRead", "ReadWriteMix 99", "ReadWriteMix 95", "RandomWrite", "Load");
    int index = usual.indexOf(workload);
    return index < 0 ? "9" + workload : index + workload;
  }

  private static List<Column> headers(String workload, List<CellResult> cells) {
    String name = workload.replace("ReadWriteMix", "Mix").replace("Random", "");
    Mode mode = cells.get(0).cell().mode();
    List<String> headers =
        switch (mode) {
          case SampleTime -> List.of("read p50", "read p99");
          case SingleShotTime -> List.of(name + " rec/s");
          default -> List.of(name + " op/s");
        };
    return headers.stream()
        .map(header -> new Column().header(header).dataAlign(HorizontalAlign.RIGHT))
        .toList();
  }

  private static List<String> figures(List<CellResult> cells, String engine) {
    List<CellResult> own =
        cells.stream().filter(result -> result.cell().engine().equals(engine)).toList();
    List<CellResult> measured =
        own.stream().filter(result -> result.status() == Status.MEASURED).toList();
    boolean sampled = cells.get(0).cell().mode() == Mode.SampleTime;
    if (measured.size() < own.size() || own.isEmpty()) {
      String why = Absences.mark(own);
      return sampled ? List.of(why, why) : List.of(why);
    }
    return switch (measured.get(0).cell().mode()) {
      case SampleTime ->
          List.of(
              Figures.micros(median(measured, result -> percentile(result, 50))),
              Figures.micros(median(measured, result -> percentile(result, 99))));
      case SingleShotTime ->
          List.of(Figures.rate(median(measured, SummaryTable::recordsPerSecond)) + mark(measured));
      default -> List.of(throughput(measured));
    };
  }

  /** The median over all iterations of all rounds, with half the distance of the extremes. */
  private static String throughput(List<CellResult> measured) {
    double[] values = CellScores.sortedIterations(measured);
    double median = CellScores.median(values);
    double spread = (values[values.length - 1] - values[0]) / 2 / median * 100;
    return "%s%s ±%.0f%%".formatted(Figures.rate(median), mark(measured), spread);
  }

  private static String mark(List<CellResult> measured) {
    return (measured.stream().anyMatch(result -> promise(result, Role.REPLACED).isPresent())
            ? "*"
            : "")
        + (measured.stream().anyMatch(result -> promise(result, Role.WEAKENED).isPresent())
            ? "†"
            : "");
  }

  private static Score score(CellResult result) {
    Score score = result.score();
    if (score == null) {
      throw new IllegalArgumentException(result.cell() + " was not measured");
    }
    return score;
  }

  private static double percentile(CellResult result, double percent) {
    return CellScores.percentile(List.of(score(result)), percent);
  }

  private static double recordsPerSecond(CellResult result) {
    CellReport report = result.report();
    if (report == null || report.data() == null || report.work() == null) {
      return Double.NaN;
    }
    return report.data().summary().records() / report.work().wallSeconds();
  }

  private static double median(List<CellResult> results, ToDoubleFunction<CellResult> figure) {
    return CellScores.median(results.stream().mapToDouble(figure).sorted().toArray());
  }

  /** Size after loading, settled. */
  private String onDisk(String engine) {
    return reports(result -> result.cell().engine().equals(engine))
        .filter(report -> report.prepared() != null && report.prepared().bytesOnDisk() > 0)
        .map(report -> Figures.size((double) report.prepared().bytesOnDisk()))
        .findFirst()
        .orElse("-");
  }

  private Stream<CellReport> reports(Predicate<CellResult> which) {
    return results.stream().filter(which).map(CellResult::report).filter(report -> report != null);
  }

  /** What became of the durability asked for, where the cell writes. */
  private static Optional<AppliedSetting> promise(CellResult result, Role role) {
    return Stream.ofNullable(result.report())
        .filter(report -> !result.cell().workload().equals("PointRead"))
        .flatMap(report -> report.settings().stream())
        .filter(setting -> setting.name().equals("durability") && setting.role() == role)
        .findAny();
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    harnessNanos()
        .ifPresent(
            nanos ->
                notes.add(
                    "The harness's own share (noop) is %.0f ns of each read.".formatted(nanos)));
    promises(Role.REPLACED, "* %s keeps a stronger promise than '%s': %s (%s)").forEach(notes::add);
    promises(Role.WEAKENED, "† %s keeps a weaker promise than '%s': %s (%s)").forEach(notes::add);
    notes.addAll(absences.notes(cell -> cell.engine() + " " + cell.workload()));
    return notes;
  }

  private OptionalDouble harnessNanos() {
    double[] nanos =
        results.stream()
            .filter(result -> result.cell().engine().equals(HARNESS))
            .filter(result -> result.status() == Status.MEASURED)
            .filter(result -> result.cell().workload().equals("PointRead"))
            .flatMapToDouble(
                result ->
                    score(result).iterations().stream()
                        .mapToDouble(rate -> 1e9 * result.cell().threads() / rate))
            .sorted()
            .toArray();
    return nanos.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(CellScores.median(nanos));
  }

  private List<String> promises(Role role, String format) {
    return results.stream()
        .flatMap(
            result ->
                promise(result, role).stream()
                    .map(
                        kept ->
                            format.formatted(
                                result.cell().engine(),
                                result.cell().parameters().get("durability"),
                                kept.value(),
                                kept.reason())))
        .distinct()
        .sorted()
        .toList();
  }
}
