package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.result.Warning.Kind;
import dev.storagebench.analysis.result.Warning.Severity;
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
  private static final double MIN_COMMON_PERCENT = 99;
  private static final double TOLERATED_STARVING = 0.1;
  private static final long TOLERATED_GROWTH_BYTES = 16L << 20;

  private final List<CellResult> measured;
  private final List<Warning> notes = new ArrayList<>();

  private RunWarnings(List<CellResult> results) {
    this.measured = results.stream().filter(result -> result.status() == Status.MEASURED).toList();
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

  /** The others: about cells, profilers, the machine, and missing cells. */
  public static List<Warning> of(Manifest run) {
    List<Warning> warnings = new ArrayList<>();
    if (!run.profilers().isEmpty()) {
      warnings.add(Kind.PROFILED.of(String.join(", ", run.profilers())));
    }
    warnings.addAll(ofCells(run.results()));
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
      warnings.add(Kind.CUT_SHORT.of(done, planned));
    }
    warnings.removeIf(each -> voids(each, run));
    return warnings;
  }

  public static List<Warning> ofMachine(Manifest run) {
    return run.environment().warnings().stream().map(Warning::ofMachine).toList();
  }

  public static List<Warning> ofCells(List<CellResult> results) {
    RunWarnings warnings = new RunWarnings(results);
    warnings.note(Kind.DIFFERENT_WORK, warnings.differentWork());
    warnings.each(Kind.BEHIND_RATE, RunWarnings::overrun);
    warnings.each(Kind.UNWRITTEN, RunWarnings::unwritten);
    warnings.each(Kind.OUTLASTING, RunWarnings::outlasting);
    warnings.lost(Kind.STOPPED, warnings.measured, CellResult.STOPPED, 0);
    // Rivals that took turns were all disturbed alike.
    warnings.lost(
        Kind.STARVED,
        warnings.measured.stream().filter(each -> !each.tookTurns()).toList(),
        CellResult.STARVED,
        TOLERATED_STARVING);
    warnings.each(Kind.SAMPLED_KEYS, RunWarnings::sampled);
    warnings.each(Kind.SHARED_KEYS, RunWarnings::sharedKeys);
    warnings.where(
        Kind.BESIDE_ANOTHER_RUN, result -> result.amount(CellResult.BESIDE_ANOTHER_RUN) > 0);
    warnings.where(Kind.BACKGROUND_WORK, result -> !idle(result.reported()));
    warnings.each(Kind.SATURATED_CLIENTS, RunWarnings::saturated);
    warnings.each(Kind.OTHER_STATEMENTS, RunWarnings::otherStatements);
    warnings.each(Kind.CLIENTS_APART, RunWarnings::apart);
    warnings.where(Kind.LIMIT_NOT_BINDING, RunWarnings::limitWithoutEffect);
    warnings.each(Kind.OUTER_LIMIT, RunWarnings::outerLimit);
    warnings.whereLimited(
        Kind.LIMIT_ABOVE_MACHINE, memory -> memory.limitBytes() > memory.machineBytes());
    warnings.whereLimited(
        Kind.HARNESS_GREW, memory -> memory.harnessGrowthBytes() > TOLERATED_GROWTH_BYTES);
    return warnings.notes;
  }

  private void note(Kind kind, Set<String> where) {
    if (!where.isEmpty()) {
      notes.add(kind.of(String.join("; ", where)));
    }
  }

  /** A note with what is found in each result, null for nothing. */
  private void each(Kind kind, Function<CellResult, @Nullable String> found) {
    Set<String> where = new TreeSet<>();
    for (CellResult result : measured) {
      String one = found.apply(result);
      if (one != null) {
        where.add(one);
      }
    }
    note(kind, where);
  }

  private void where(Kind kind, Predicate<CellResult> affected) {
    each(kind, result -> affected.test(result) ? RunFacts.name(result.cell()) : null);
  }

  private void whereLimited(Kind kind, Predicate<MemoryReport> affected) {
    where(
        kind,
        result -> {
          MemoryReport memory = result.reported().memory();
          return memory != null && affected.test(memory);
        });
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

  private static @Nullable String unwritten(CellResult result) {
    double left = result.amount("unwritten");
    return left > 0
        ? "%s (%s operations left)".formatted(RunFacts.name(result.cell()), Figures.rate(left))
        : null;
  }

  /** Operations that take longer than the iterations that count them. */
  private static @Nullable String outlasting(CellResult result) {
    double millis = result.amount("serviceTime") / 1000;
    return !result.cell().isSingleShot() && millis > result.cell().timing().iterationMillis()
        ? "%s (%s on average)".formatted(RunFacts.name(result.cell()), Figures.show("ms", millis))
        : null;
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

  private static @Nullable String apart(CellResult result) {
    ClientsReport clients = result.reported().clients();
    return clients == null || clients.commonPercent() >= MIN_COMMON_PERCENT
        ? null
        : "%s (%.0f %%)".formatted(RunFacts.name(result.cell()), clients.commonPercent());
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
  private void lost(Kind kind, List<CellResult> of, String figure, double tolerated) {
    long lost =
        of.stream()
            .filter(result -> result.amount(figure) > tolerated * result.seconds())
            .map(CellResult::cell)
            .distinct()
            .count();
    long all = of.stream().map(CellResult::cell).distinct().count();
    if (lost > 0) {
      notes.add(kind.of(lost, all));
    }
  }

  private static @Nullable String outerLimit(CellResult result) {
    MemoryReport memory = result.reported().memory();
    ControlGroup.Limit outer = memory == null || !memory.outerWasLower() ? null : memory.outer();
    return outer == null
        ? null
        : "%s (%s of %s)"
            .formatted(
                RunFacts.name(result.cell()), Figures.size((double) outer.bytes()), outer.group());
  }

  /** A limit smaller than the data that was never reached, or without refaults. */
  private static boolean limitWithoutEffect(CellResult result) {
    MemoryReport memory = result.reported().memory();
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
