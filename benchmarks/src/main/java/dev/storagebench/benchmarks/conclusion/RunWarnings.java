package dev.storagebench.benchmarks.conclusion;

import dev.storagebench.benchmarks.compare.Machines;
import dev.storagebench.benchmarks.doctor.EnvironmentChecks;
import dev.storagebench.benchmarks.result.CellResult;
import dev.storagebench.benchmarks.result.CellResult.Status;
import dev.storagebench.benchmarks.result.Environment;
import dev.storagebench.benchmarks.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.memory.ControlGroup;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private static final String DIFFERENT_WORK =
      "candidates executed different operations, NOT COMPARABLE: ";
  private static final double TOLERATED_STARVING = 0.1;
  private static final long TOLERATED_GROWTH_BYTES = 16L << 20;

  private final List<CellResult> measured;
  private final List<String> notes = new ArrayList<>();

  private RunWarnings(List<CellResult> results) {
    this.measured = results.stream().filter(result -> result.status() == Status.MEASURED).toList();
  }

  /** Those that void the run; they stand above everything else. */
  static List<String> invalidating(Manifest run) {
    return Stream.concat(
            run.environment().warnings().stream()
                .filter(EnvironmentChecks::isInvalidating)
                .map(RunWarnings::ofMachine),
            ofCells(run.results()).stream().filter(each -> each.startsWith(DIFFERENT_WORK)))
        .toList();
  }

  private static String ofMachine(String warning) {
    return warning.startsWith(Environment.ON) ? warning : "this machine: " + warning;
  }

  /** The others: about cells, profilers, the machine, and missing cells. */
  public static List<String> of(Manifest run) {
    List<String> warnings = new ArrayList<>();
    if (!run.profilers().isEmpty()) {
      warnings.add(
          "measured under a profiler (%s): includes profiler overhead; not comparable with other runs"
              .formatted(String.join(", ", run.profilers())));
    }
    warnings.addAll(ofCells(run.results()));
    Machines.of(RunFacts.inPlanOrder(run)).rows().stream()
        .filter(Machines.Row::differs)
        .forEach(
            each ->
                warnings.add(
                    "the ratios of machine %s differ from those of the others: %s: %s× theirs (%s)"
                        .formatted(
                            each.machine(),
                            each.farthest(),
                            Figures.factor(each.farthest().factor().ratio()),
                            Figures.interval(
                                each.farthest().factor().low(), each.farthest().factor().high()))));
    warnings.addAll(ofMachine(run));
    Set<Cell> unsupported =
        run.results().stream()
            .filter(each -> each.status() == Status.UNSUPPORTED)
            .map(CellResult::cell)
            .collect(Collectors.toSet());
    long planned =
        run.plan().forks()
            - unsupported.stream()
                .mapToLong(each -> Math.min(each.rounds(), run.plan().rounds()) - each.from())
                .sum();
    long done = run.results().stream().filter(each -> !unsupported.contains(each.cell())).count();
    if (!run.rule().ends() && done < planned) {
      warnings.add("the run was stopped after %d of %d measurements".formatted(done, planned));
    }
    warnings.removeAll(invalidating(run));
    return warnings;
  }

  public static List<String> ofMachine(Manifest run) {
    return run.environment().warnings().stream().map(each -> ofMachine(each)).toList();
  }

  public static List<String> ofCells(List<CellResult> results) {
    RunWarnings warnings = new RunWarnings(results);
    warnings.note(DIFFERENT_WORK, warnings.differentWork());
    warnings.each(
        "did not keep up with the rate; response times reflect how long it was measured: ",
        RunWarnings::overrun);
    warnings.lost("stopped while running (SIGSTOP, suspended machine): ", CellResult.STOPPED, 0);
    warnings.lost(
        "other processes kept all processors busy: ", CellResult.STARVED, TOLERATED_STARVING);
    warnings.each("operations use a uniform sample of the keys: ", RunWarnings::sampled);
    warnings.each(
        "records with the key of a later one were left out; is the right column the key? ",
        RunWarnings::sharedKeys);
    warnings.where(
        "measured beside another run on this machine: ",
        result -> result.amount(CellResult.BESIDE_ANOTHER_RUN) > 0);
    warnings.where(
        "background work was still running before or after measuring: ",
        result -> !idle(result.reported()));
    warnings.each(
        "clients used more than 90 % of their processors or threads, the client may be the bottleneck: ",
        RunWarnings::saturated);
    warnings.each(
        "the server counted other statements than its clients sent (another user of it, or what a proxy sends by itself): ",
        RunWarnings::otherStatements);
    warnings.where(
        "the memory limit was not binding (never reached, or no refaults): ",
        RunWarnings::limitWithoutEffect);
    warnings.each("an outer cgroup limit was lower and took effect: ", RunWarnings::outerLimit);
    warnings.where(
        "the memory limit exceeds the machine's memory: ",
        result ->
            memory(result) != null && memory(result).limitBytes() > memory(result).machineBytes());
    warnings.where(
        "the JVM grew by more than 16 MiB after its share was measured, taking memory from the engine: ",
        result ->
            memory(result) != null && memory(result).harnessGrowthBytes() > TOLERATED_GROWTH_BYTES);
    return warnings.notes;
  }

  private void note(String what, Set<String> where) {
    if (!where.isEmpty()) {
      notes.add(what + String.join("; ", where));
    }
  }

  /** A note with what is found in each result, null for nothing. */
  private void each(String what, Function<CellResult, @Nullable String> found) {
    Set<String> where = new TreeSet<>();
    for (CellResult result : measured) {
      String one = found.apply(result);
      if (one != null) {
        where.add(one);
      }
    }
    note(what, where);
  }

  private void where(String what, Predicate<CellResult> affected) {
    each(what, result -> affected.test(result) ? RunFacts.name(result.cell()) : null);
  }

  /** Cells of which the same was asked whose candidates got different operations. */
  private Set<String> differentWork() {
    Map<List<Object>, Set<String>> digests = new HashMap<>();
    Set<String> where = new TreeSet<>();
    for (CellResult result : measured) {
      CellReport.Work work = result.reported().work();
      if (work != null) {
        Cell cell = result.cell();
        Set<String> same =
            digests.computeIfAbsent(
                List.of(
                    cell.benchmark(), cell.mode(), cell.threads(), result.round(), cell.asked()),
                key -> new HashSet<>());
        same.add(work.operationDigest());
        if (same.size() > 1) {
          where.add(
              "%s, %d threads, round %d"
                  .formatted(cell.workload(), cell.threads(), result.round() + 1));
        }
      }
    }
    return where;
  }

  /** A data set with more keys than fit into the memory that a cell may spend on them. */
  private static @Nullable String sampled(CellResult result) {
    CellReport.Data data = result.reported().data();
    return data == null || data.keysInTable() >= data.summary().records()
        ? null
        : String.format(
            Locale.ROOT,
            "%,d of %,d of %s",
            data.keysInTable(),
            data.summary().records(),
            data.dataset());
  }

  /** Own keys and values of which more than one in a hundred was left out. */
  private static @Nullable String sharedKeys(CellResult result) {
    CellReport.Data data = result.reported().data();
    return data == null
            || !data.dataset().startsWith("kv:")
            || data.summary().duplicates() * 100 <= data.summary().records()
        ? null
        : data.dataset() + ": " + data.summary().text();
  }

  private static @Nullable String overrun(CellResult result) {
    OpenLoopReport loop = result.openLoop();
    return loop == null || loop.keptUp()
        ? null
        : "%s (%s)".formatted(RunFacts.name(result.cell()), loop.achievedText());
  }

  private static @Nullable String saturated(CellResult result) {
    ClientsReport clients = result.reported().clients();
    String names =
        clients == null
            ? ""
            : clients.clients().stream()
                .filter(ClientsReport.Client::saturated)
                .map(ClientsReport.Client::name)
                .collect(Collectors.joining(", "));
    return names.isEmpty() ? null : "%s: %s".formatted(RunFacts.name(result.cell()), names);
  }

  private static @Nullable String otherStatements(CellResult result) {
    ClientsReport clients = result.reported().clients();
    return clients == null || clients.sent().equals(clients.counted())
        ? null
        : "%s (%s sent, %s counted)"
            .formatted(
                RunFacts.name(result.cell()),
                new TreeMap<>(clients.sent()),
                new TreeMap<>(clients.counted()));
  }

  /** How many cells had forks that did not run for more than a share of their time. */
  private void lost(String what, String figure, double tolerated) {
    long lost =
        measured.stream()
            .filter(result -> result.amount(figure) > tolerated * result.seconds())
            .map(CellResult::cell)
            .distinct()
            .count();
    long all = measured.stream().map(CellResult::cell).distinct().count();
    if (lost > 0) {
      notes.add("%s%d of %d cells".formatted(what, lost, all));
    }
  }

  private static @Nullable MemoryReport memory(CellResult result) {
    return result.reported().memory();
  }

  private static @Nullable String outerLimit(CellResult result) {
    MemoryReport memory = memory(result);
    ControlGroup.Limit outer = memory == null || !memory.outerWasLower() ? null : memory.outer();
    return outer == null
        ? null
        : "%s (%s of %s)"
            .formatted(
                RunFacts.name(result.cell()), Figures.size((double) outer.bytes()), outer.group());
  }

  /** A limit smaller than the data that was never reached, or without refaults. */
  private static boolean limitWithoutEffect(CellResult result) {
    MemoryReport memory = memory(result);
    CellReport report = result.reported();
    if (memory == null
        || report.data() == null
        || report.after() == null
        || report.after().bytesOnDisk() == 0
        // A store that began empty may still be small at the end.
        || result.cell().isSingleShot()
        || "empty".equals(result.cell().parameters().get("start"))) {
      return false;
    }
    return memory.engineBytes() < report.data().summary().rawBytes() && !memory.wasBinding();
  }

  private static boolean idle(CellReport report) {
    return (report.before() == null || report.before().idle())
        && (report.after() == null || report.after().settling().idle())
        && (report.prepared() == null || report.prepared().settling().idle());
  }
}
