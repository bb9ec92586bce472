package dev.storagebench.core.report;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.suite.Cell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/** Warnings about a run's figures. */
final class RunWarnings {
  private static final double STILL_WARMING = 1.2;
  private static final double FILLED = 0.98;
  private static final long TOLERATED_GROWTH_BYTES = 16L << 20;

  private final List<CellResult> measured;

  /** All of them: those about cells, profilers, the machine, and cells that are missing. */
  static List<String> of(Manifest run) {
    List<String> warnings = new ArrayList<>();
    if (!run.profilers().isEmpty()) {
      warnings.add(profiled(run.profilers()));
    }
    warnings.addAll(new RunWarnings(run.results()).ofCells());
    run.environment().warnings().forEach(warning -> warnings.add("this machine: " + warning));
    int planned = run.plan().forks();
    if (!run.rule().ends() && run.results().size() < planned) {
      warnings.add(
          "the run was stopped: %d of %d rounds of cells".formatted(run.results().size(), planned));
    }
    return warnings;
  }

  /** What a profiler does to figures. */
  private static String profiled(List<String> profilers) {
    return "measured under a profiler (%s): includes profiler overhead; not comparable with other runs"
        .formatted(String.join(", ", profilers));
  }

  RunWarnings(List<CellResult> results) {
    this.measured = results.stream().filter(result -> result.status() == Status.MEASURED).toList();
  }

  List<String> ofCells() {
    List<String> notes = new ArrayList<>();
    note(notes, "NOT THE SAME WORK for all candidates in: ", differentWork());
    note(
        notes,
        "did not keep up with the rate, so response times grow with the time measured: ",
        overrun());
    note(notes, "keys are drawn from a uniform sample, not from all: ", sampled());
    note(notes, "background work was not idle before or after measuring: ", restless());
    note(notes, "no steady throughput within the warm-up time: ", where(RunWarnings::unsteady));
    note(
        notes,
        "the memory limit was not binding (never filled, or nothing was read again): ",
        where(RunWarnings::limitWithoutEffect));
    note(
        notes,
        "the memory limit exceeds the machine's memory: ",
        where(RunWarnings::limitAboveMachine));
    note(
        notes,
        "the JVM grew by more than 16 MiB after its share was measured, at the expense of the engine: ",
        where(RunWarnings::harnessGrew));
    note(notes, "still getting faster while measured (measure longer): ", warming());
    return notes;
  }

  private static void note(List<String> notes, String what, Set<String> where) {
    if (!where.isEmpty()) {
      notes.add(what + String.join("; ", where));
    }
  }

  /** Cells that were asked for the same, and whose candidates got different operations. */
  private Set<String> differentWork() {
    Map<List<Object>, Set<String>> digests = new HashMap<>();
    Set<String> where = new TreeSet<>();
    for (CellResult result : measured) {
      CellReport report = result.report();
      if (report != null && report.work() != null) {
        Cell cell = result.cell();
        Map<String, String> asked = new HashMap<>(cell.parameters());
        asked.remove("engine");
        Set<String> same =
            digests.computeIfAbsent(
                List.of(cell.benchmark(), cell.mode(), cell.threads(), result.round(), asked),
                key -> new HashSet<>());
        same.add(report.work().operationDigest());
        if (same.size() > 1) {
          where.add(
              "%s, %d threads, round %d"
                  .formatted(cell.workload(), cell.threads(), result.round() + 1));
        }
      }
    }
    return where;
  }

  /** Data sets whose keys took more memory than a cell may spend on them. */
  private Set<String> sampled() {
    Set<String> where = new TreeSet<>();
    for (CellResult result : measured) {
      CellReport.Data data = result.report() == null ? null : result.report().data();
      if (data != null && data.keysInTable() < data.summary().records()) {
        where.add(
            String.format(
                Locale.ROOT,
                "%,d of %,d of %s",
                data.keysInTable(),
                data.summary().records(),
                data.dataset()));
      }
    }
    return where;
  }

  private Set<String> restless() {
    return where(result -> result.report() != null && !idle(result.report()));
  }

  private Set<String> where(Predicate<CellResult> affected) {
    Set<String> where = new TreeSet<>();
    measured.stream().filter(affected).forEach(result -> where.add(RunFacts.name(result.cell())));
    return where;
  }

  /** Cells with a rate that was too high in any round. */
  private Set<String> overrun() {
    Set<String> where = new TreeSet<>();
    for (CellResult result : measured) {
      OpenLoopReport loop = result.openLoop();
      if (loop != null && !loop.keptUp()) {
        where.add("%s (%s)".formatted(RunFacts.name(result.cell()), loop.achievedText()));
      }
    }
    return where;
  }

  private static boolean unsteady(CellResult result) {
    CellReport report = result.report();
    return report != null && report.warmUp() != null && !report.warmUp().steady();
  }

  private static @Nullable MemoryReport memory(CellResult result) {
    return result.report() == null ? null : result.report().memory();
  }

  /** A limit below the size of the data that neither filled up nor made anything be read again. */
  private static boolean limitWithoutEffect(CellResult result) {
    MemoryReport memory = memory(result);
    CellReport report = result.report();
    boolean stores = report != null && report.after() != null && report.after().bytesOnDisk() > 0;
    if (memory == null || !stores || report.data() == null || writesToEmpty(result)) {
      return false;
    }
    boolean smaller = memory.engineBytes() < report.data().summary().rawBytes();
    boolean filled = memory.peakBytes() >= memory.limitBytes() * FILLED;
    return smaller && !(filled && memory.atEnd().refaultedPages() > 0);
  }

  /** A store that began empty may still be small at the end. */
  private static boolean writesToEmpty(CellResult result) {
    return result.cell().mode() == Mode.SingleShotTime
        || "empty".equals(result.cell().parameters().get("start"));
  }

  private static boolean limitAboveMachine(CellResult result) {
    MemoryReport memory = memory(result);
    return memory != null && memory.limitBytes() > memory.machineBytes();
  }

  private static boolean harnessGrew(CellResult result) {
    MemoryReport memory = memory(result);
    return memory != null && memory.harnessGrowthBytes() > TOLERATED_GROWTH_BYTES;
  }

  private static boolean idle(CellReport report) {
    return (report.before() == null || report.before().idle())
        && (report.after() == null || report.after().settling().idle())
        && (report.prepared() == null || report.prepared().settling().idle());
  }

  /** Cells whose last iteration was clearly faster than their first one, in every round. */
  private Set<String> warming() {
    Map<String, Boolean> every = new TreeMap<>();
    for (CellResult result : measured) {
      Score score = result.score();
      if (score != null && result.cell().measuresThroughput() && score.iterations().size() > 1) {
        double first = score.iterations().get(0);
        double last = score.iterations().get(score.iterations().size() - 1);
        every.merge(
            RunFacts.name(result.cell()), last > first * STILL_WARMING, Boolean::logicalAnd);
      }
    }
    every.values().removeIf(warming -> !warming);
    return every.keySet();
  }
}
