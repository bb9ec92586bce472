package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.result.Warning.Kind;
import dev.storagebench.analysis.result.Warning.Severity;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Cell.Timing;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.text.Figures;
import dev.storagebench.datasets.DatasetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Warnings about a run's figures. */
public final class RunWarnings {
  private static final int FEW = 10;
  private static final double MIN_COMMON_PERCENT = 99;
  private static final double TOLERATED_STARVING = 0.1;
  private static final long TOLERATED_GROWTH_BYTES = 16L << 20;

  private final List<CellResult> measured;
  private final List<Warning> notes = new ArrayList<>();

  private RunWarnings(List<CellResult> results) {
    this.measured = Status.MEASURED.of(results);
  }

  /** Those that void the run; they stand above everything else. */
  static List<Warning> invalidating(Manifest run) {
    return Stream.concat(ofMachine(run).stream(), ofCells(run.results()).stream())
        .filter(each -> voids(each, run))
        .toList();
  }

  /** Other processes disturb rivals that take turns alike, and void nothing. */
  private static boolean voids(Warning warning, Manifest run) {
    return warning.severity() == Severity.VOID
        && !(warning.kind() == Kind.LOAD && run.results().stream().anyMatch(CellResult::tookTurns));
  }

  /** The others: why cells were not measured, then about cells, profilers and the machine. */
  public static List<Warning> of(Manifest run) {
    List<Warning> warnings = new ArrayList<>();
    reasons(Kind.FAILED, Status.FAILED, run, warnings);
    reasons(Kind.UNSUPPORTED, Status.UNSUPPORTED, run, warnings);
    if (!run.profilers().isEmpty()) {
      warnings.add(Kind.PROFILED.of(String.join(", ", run.profilers())));
    }
    warnings.addAll(ofCells(run.results()));
    warnings.addAll(ofMachine(run));
    Set<Cell> unsupported =
        Status.UNSUPPORTED.of(run.results()).stream()
            .map(CellResult::cell)
            .collect(Collectors.toSet());
    long planned = run.plan().forks() - unsupported.stream().mapToLong(run.plan()::rounds).sum();
    long done = run.results().stream().filter(each -> !unsupported.contains(each.cell())).count();
    if (!run.rule().ends() && done < planned) {
      warnings.add(Kind.CUT_SHORT.of(done, planned));
    }
    warnings.removeIf(each -> voids(each, run));
    return warnings;
  }

  /** The cells of a status, by message. */
  private static void reasons(Kind kind, Status status, Manifest run, List<Warning> warnings) {
    status.of(run.results()).stream()
        .collect(
            Collectors.groupingBy(
                each -> String.valueOf(each.message()),
                TreeMap::new,
                Collectors.mapping(
                    each -> RunFacts.name(each.cell()), Collectors.toCollection(TreeSet::new))))
        .forEach((reason, names) -> warnings.add(kind.of(reason, String.join("; ", names))));
  }

  /** Those of the machine that matter to the run. */
  public static List<Warning> ofMachine(Manifest run) {
    return run.environment().warnings().stream()
        .filter(each -> each.kind() != Kind.READ_AHEAD || exceedsMemory(run))
        .map(Warning::ofMachine)
        .toList();
  }

  /** Whether a cell has a memory limit, or more data than the machine has memory. */
  private static boolean exceedsMemory(Manifest run) {
    return run.plan().cells().stream()
            .anyMatch(cell -> !cell.value(Dimensions.MEMORY).equals(Parameter.NONE))
        || run.results().stream()
            .map(each -> each.reported().data())
            .anyMatch(
                data ->
                    data != null && data.summary().rawBytes() > run.environment().memoryBytes());
  }

  /** Those of cells. */
  public static List<Warning> ofCells(List<CellResult> results) {
    RunWarnings all = new RunWarnings(results);
    all.note(Kind.DIFFERENT_WORK, all.differentWork());
    all.cells(
        Kind.BEHIND_RATE,
        each -> each.reported().openLoop(),
        loop -> !loop.keptUp(),
        loop -> " (%s)".formatted(loop.achievedText()));
    all.cells(
        Kind.UNWRITTEN,
        each -> each.amount("unwritten"),
        left -> left > 0,
        left -> " (%s operations left)".formatted(Figures.rate(left)));
    all.cells(
        Kind.OUTLASTING,
        each -> each,
        RunWarnings::measuredFew,
        each -> " (%s on average)".formatted(Figures.show("ms", operationMillis(each))));
    all.lost(Kind.STOPPED, each -> true, CellResult.STOPPED, 0);
    // Rivals that took turns were all disturbed alike.
    all.lost(Kind.STARVED, each -> !each.tookTurns(), CellResult.STARVED, TOLERATED_STARVING);
    all.data(
        Kind.SAMPLED_KEYS,
        data -> data.keysInTable() < data.summary().records(),
        data ->
            "%,d of %,d of %s"
                .formatted(data.keysInTable(), data.summary().records(), data.dataset()));
    // Own keys and values of which more than one in a hundred was left out.
    all.data(
        Kind.SHARED_KEYS,
        data ->
            DatasetSpec.parse(data.dataset()).isKeyChosen()
                && data.summary().duplicates() * 100 > data.summary().records(),
        data -> data.dataset() + ": " + data.summary().text());
    all.cells(Kind.BESIDE_ANOTHER_RUN, each -> each.amount(CellResult.BESIDE_ANOTHER_RUN) > 0);
    all.cells(Kind.NOT_STOPPED, each -> each.amount(CellResult.NOT_STOPPED) > 0);
    all.cells(Kind.BACKGROUND_WORK, each -> !idle(each.reported()));
    Function<CellResult, @Nullable ClientsReport> clients = each -> each.reported().clients();
    all.cells(
        Kind.SATURATED_CLIENTS,
        clients,
        each -> !saturated(each).isEmpty(),
        each -> ": " + saturated(each));
    all.cells(
        Kind.OTHER_STATEMENTS,
        clients,
        each -> !each.sent().equals(each.counted()),
        each ->
            " (%s sent, %s counted)"
                .formatted(new TreeMap<>(each.sent()), new TreeMap<>(each.counted())));
    all.cells(
        Kind.CLIENTS_APART,
        clients,
        each -> each.commonPercent() < MIN_COMMON_PERCENT,
        each -> " (%.0f %%)".formatted(each.commonPercent()));
    all.cells(Kind.LIMIT_NOT_BINDING, RunWarnings::limitWithoutEffect);
    Function<CellResult, @Nullable MemoryReport> memory = each -> each.reported().memory();
    all.cells(
        Kind.OUTER_LIMIT,
        memory,
        MemoryReport::outerWasLower,
        each ->
            " (%s of %s)"
                .formatted(Figures.size((double) each.outer().bytes()), each.outer().group()));
    all.cells(Kind.LIMIT_ABOVE_MACHINE, memory, each -> each.limitBytes() > each.machineBytes());
    all.cells(
        Kind.HARNESS_GREW, memory, each -> each.harnessGrowthBytes() > TOLERATED_GROWTH_BYTES);
    return all.notes;
  }

  private void note(Kind kind, Stream<String> where) {
    String places = where.distinct().sorted().collect(Collectors.joining("; "));
    if (!places.isEmpty()) {
      notes.add(kind.of(places));
    }
  }

  /**
   * A warning that names the cells of which a part is affected, each with the details of the first
   * round in which it is.
   */
  private <T> void cells(
      Kind kind,
      Function<CellResult, @Nullable T> part,
      Predicate<T> affected,
      Function<T, String> details) {
    Map<String, String> where = new TreeMap<>();
    for (CellResult result : measured) {
      T one = part.apply(result);
      if (one != null && affected.test(one)) {
        where.putIfAbsent(RunFacts.name(result.cell()), details.apply(one));
      }
    }
    note(kind, where.entrySet().stream().map(each -> each.getKey() + each.getValue()));
  }

  private <T> void cells(Kind kind, Function<CellResult, @Nullable T> part, Predicate<T> affected) {
    cells(kind, part, affected, each -> "");
  }

  private void cells(Kind kind, Predicate<CellResult> affected) {
    cells(kind, each -> each, affected);
  }

  private void data(
      Kind kind, Predicate<CellReport.Data> affected, Function<CellReport.Data, String> details) {
    note(
        kind,
        measured.stream()
            .map(each -> each.reported().data())
            .filter(Objects::nonNull)
            .filter(affected)
            .map(details));
  }

  /** Cells of which the same was asked whose candidates got different operations. */
  private Stream<String> differentWork() {
    return measured.stream()
        .filter(each -> each.reported().work() != null)
        .collect(Collectors.groupingBy(RunWarnings::asked))
        .values()
        .stream()
        .filter(same -> same.stream().map(RunWarnings::digest).distinct().count() > 1)
        .map(same -> same.get(0))
        .map(
            each ->
                "%s, %d threads, round %d"
                    .formatted(each.cell().workload(), each.cell().threads(), each.round() + 1));
  }

  private static List<Object> asked(CellResult result) {
    Cell cell = result.cell();
    return List.of(cell.benchmark(), cell.mode(), cell.threads(), result.round(), cell.asked());
  }

  private static String digest(CellResult result) {
    return result.reported().work().operationDigest();
  }

  private static boolean measuredFew(CellResult result) {
    Timing timing = result.cell().timing();
    return !result.cell().isSingleShot()
        && FEW * operationMillis(result) > timing.iterations() * timing.iterationMillis();
  }

  /** The mean time of an operation: threads by throughput, where it took turns. */
  private static double operationMillis(CellResult result) {
    return result.tookTurns()
        ? 1e3 * result.cell().threads() / MeasuredTurn.rate(result.reported().turns())
        : result.amount("serviceTime") / 1000;
  }

  private static String saturated(ClientsReport clients) {
    return clients.clients().stream()
        .filter(ClientsReport.Client::saturated)
        .map(ClientsReport.Client::name)
        .collect(Collectors.joining(", "));
  }

  /** How many cells had forks that did not run for more than a share of their time. */
  private void lost(Kind kind, Predicate<CellResult> alone, String figure, double tolerated) {
    List<CellResult> of = measured.stream().filter(alone).toList();
    long lost =
        of.stream()
            .filter(result -> result.amount(figure) > tolerated * result.seconds())
            .map(CellResult::cell)
            .distinct()
            .count();
    if (lost > 0) {
      notes.add(kind.of(lost, of.stream().map(CellResult::cell).distinct().count()));
    }
  }

  /** A limit smaller than the data that was never reached, or without refaults. */
  private static boolean limitWithoutEffect(CellResult result) {
    CellReport report = result.reported();
    MemoryReport memory = report.memory();
    return memory != null
        && report.data() != null
        && report.after() != null
        && report.after().bytesOnDisk() > 0
        // A store that began empty may still be small at the end.
        && !result.cell().isSingleShot()
        && !"empty".equals(result.cell().get(Parameter.START))
        && memory.engineBytes() < report.data().summary().rawBytes()
        && !memory.wasBinding();
  }

  private static boolean idle(CellReport report) {
    return (report.before() == null || report.before().idle())
        && (report.after() == null || report.after().settling().idle())
        && (report.prepared() == null || report.prepared().settling().idle());
  }
}
