package dev.storagebench.core.report;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.annotations.Mode;

/** What speaks against a run's figures, told beside them. */
final class Doubts {
  private static final double STILL_WARMING = 1.2;

  private final List<CellResult> measured;

  Doubts(List<CellResult> results) {
    this.measured = results.stream().filter(result -> result.status() == Status.MEASURED).toList();
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    note(notes, "NOT THE SAME WORK for all engines in: ", differentWork());
    note(notes, "keys are drawn from a uniform sample, not from all: ", sampled());
    note(notes, "background work was not idle before or after measuring: ", restless());
    note(notes, "still getting faster while measured (more --minutes help): ", warming());
    return notes;
  }

  private static void note(List<String> notes, String what, Set<String> where) {
    if (!where.isEmpty()) {
      notes.add(what + String.join(", ", where));
    }
  }

  private Set<String> differentWork() {
    Map<String, Set<String>> digests = new TreeMap<>();
    for (CellResult result : measured) {
      CellReport report = result.report();
      if (report != null && report.work() != null) {
        digests
            .computeIfAbsent(
                result.cell().workload() + " round " + result.round(), w -> new HashSet<>())
            .add(report.work().operationDigest());
      }
    }
    digests.values().removeIf(each -> each.size() == 1);
    return digests.keySet();
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
    Set<String> where = new TreeSet<>();
    for (CellResult result : measured) {
      CellReport report = result.report();
      if (report != null && !idle(report)) {
        where.add(name(result));
      }
    }
    return where;
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
      if (score != null
          && result.cell().mode() == Mode.Throughput
          && score.iterations().size() > 1) {
        double first = score.iterations().get(0);
        double last = score.iterations().get(score.iterations().size() - 1);
        every.merge(name(result), last > first * STILL_WARMING, Boolean::logicalAnd);
      }
    }
    every.values().removeIf(warming -> !warming);
    return every.keySet();
  }

  private static String name(CellResult result) {
    return result.cell().engine() + " " + result.cell().workload();
  }
}
