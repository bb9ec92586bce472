package dev.storagebench.core.report;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.report.Ink.Tone;
import dev.storagebench.core.report.TextTable.Entry;
import dev.storagebench.core.report.TextTable.Head;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
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

  /** The table and its notes; the best figure of a column in color, and what is missing. */
  public String render(Ink ink) {
    StringBuilder text = new StringBuilder(wrapped(conditions())).append(System.lineSeparator());
    List<Head> heads = new ArrayList<>(List.of(Head.words("engine")));
    Map<String, List<CellResult>> byWorkload = byWorkload();
    byWorkload.forEach((workload, cells) -> heads.addAll(headers(workload, cells)));
    heads.add(Head.figures("on disk"));
    TextTable table = new TextTable(1, heads);
    for (String engine : engines()) {
      List<Entry> row = new ArrayList<>(List.of(Entry.of(engine)));
      byWorkload.forEach((workload, cells) -> row.addAll(figures(cells, engine)));
      row.add(Entry.of(onDisk(engine)));
      table.row(row);
    }
    text.append(table.render(ink));
    String atRates = RateTable.render(results, Cell::label, ink);
    if (!atRates.isEmpty()) {
      text.append(System.lineSeparator()).append(atRates);
    }
    notes(ink).forEach(note -> text.append(note).append(System.lineSeparator()));
    return text.toString();
  }

  /** A list in lines of no more columns than the table, if its parts are so short. */
  private static String wrapped(String list) {
    StringBuilder text = new StringBuilder();
    int length = 0;
    for (String part : list.split("(?<=, )", -1)) {
      if (length > 0 && length + part.stripTrailing().length() > TextTable.COLUMNS) {
        text.setLength(text.length() - 1);
        text.append(System.lineSeparator());
        length = 0;
      }
      text.append(part);
      length += part.length();
    }
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
    results.stream().map(result -> result.cell().label()).sorted().forEach(engines::add);
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

  private static List<Head> headers(String workload, List<CellResult> cells) {
    String name = workload.replace("ReadWriteMix", "Mix").replace("Random", "");
    Mode mode = cells.get(0).cell().mode();
    List<String> headers =
        switch (mode) {
          case SampleTime -> List.of("read p50", "read p99");
          case SingleShotTime -> List.of(name + " rec/s");
          default -> List.of(name + " op/s");
        };
    return headers.stream().map(Head::figures).toList();
  }

  private static List<Entry> figures(List<CellResult> cells, String engine) {
    List<CellResult> own = of(cells, engine);
    if (!complete(own)) {
      Entry why = new Entry(Absences.mark(own), own.isEmpty() ? null : Absences.tone(own));
      return cells.get(0).cell().mode() == Mode.SampleTime ? List.of(why, why) : List.of(why);
    }
    List<Entry> figures = new ArrayList<>();
    List<Double> numbers = numbers(own);
    for (int i = 0; i < numbers.size(); i++) {
      figures.add(new Entry(shown(own, numbers.get(i)), best(cells, engine, i) ? Tone.GOOD : null));
    }
    return figures;
  }

  private static List<CellResult> of(List<CellResult> cells, String engine) {
    return cells.stream().filter(result -> result.cell().label().equals(engine)).toList();
  }

  private static boolean complete(List<CellResult> own) {
    return !own.isEmpty() && own.stream().allMatch(each -> each.status() == Status.MEASURED);
  }

  /** The figures of a workload's columns. */
  private static List<Double> numbers(List<CellResult> measured) {
    return switch (measured.get(0).cell().mode()) {
      case SampleTime ->
          List.of(
              median(measured, result -> percentile(result, 50)),
              median(measured, result -> percentile(result, 99)));
      case SingleShotTime -> List.of(median(measured, SummaryTable::recordsPerSecond));
      default -> List.of(CellScores.median(CellScores.sortedIterations(measured)));
    };
  }

  private static String shown(List<CellResult> measured, double number) {
    return switch (measured.get(0).cell().mode()) {
      case SampleTime -> Figures.micros(number);
      case SingleShotTime -> Figures.rate(number) + mark(measured);
      default -> Figures.rate(number) + mark(measured) + " " + spread(measured, number);
    };
  }

  /** Whether no other contender has a better figure in this column. */
  private static boolean best(List<CellResult> cells, String engine, int column) {
    boolean time = cells.get(0).cell().mode() == Mode.SampleTime;
    Map<String, Double> speeds = new TreeMap<>();
    for (CellResult each : cells) {
      String contender = each.cell().label();
      List<CellResult> own = of(cells, contender);
      if (!contender.equals(HARNESS) && complete(own)) {
        double number = numbers(own).get(column);
        speeds.put(contender, time ? -number : number);
      }
    }
    return speeds.size() > 1
        && speeds.containsKey(engine)
        && speeds.get(engine).equals(Collections.max(speeds.values()));
  }

  /** Half the distance of the slowest and the fastest iteration. */
  private static String spread(List<CellResult> measured, double median) {
    double[] values = CellScores.sortedIterations(measured);
    return "±%.0f%%".formatted((values[values.length - 1] - values[0]) / 2 / median * 100);
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
    return reports(result -> result.cell().label().equals(engine))
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

  private List<String> notes(Ink ink) {
    List<String> notes = new ArrayList<>();
    harnessNanos()
        .ifPresent(
            nanos ->
                notes.add(
                    "The harness's own share (noop) is %.0f ns of each read.".formatted(nanos)));
    promises(Role.REPLACED, "* %s keeps a stronger promise than '%s': %s (%s)").forEach(notes::add);
    promises(Role.WEAKENED, "† %s keeps a weaker promise than '%s': %s (%s)").forEach(notes::add);
    notes.addAll(absences.notes(ink, cell -> cell.label() + " " + cell.workload()));
    return notes;
  }

  private OptionalDouble harnessNanos() {
    double[] nanos =
        results.stream()
            .filter(result -> result.cell().label().equals(HARNESS))
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
                                result.cell().label(),
                                result.cell().parameters().get("durability"),
                                kept.value(),
                                kept.reason())))
        .distinct()
        .sorted()
        .toList();
  }
}
