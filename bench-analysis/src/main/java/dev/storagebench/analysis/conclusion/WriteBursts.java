package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What writes have not paid for when a measurement ends, by what was written: memory buffers that
 * were never flushed, and pages that the kernel has yet to write.
 */
final class WriteBursts {
  private static final String REMEDY =
      "Sustained rates need more data than memory: suite lifecycle, or --bytes 8g --memory 2g.";
  // Of the values written.
  private static final double LARGE_SHARE = 0.25;

  private WriteBursts() {}

  /** A sentence for each kind, with the candidates and workloads, then the way out. */
  static List<String> caveats(Manifest run) {
    Map<String, Map<String, DoubleSummaryStatistics>> unflushed = new TreeMap<>();
    Map<String, Map<String, DoubleSummaryStatistics>> dirty = new TreeMap<>();
    for (Map.Entry<Cell, List<CellResult>> each : run.byCell().entrySet()) {
      Cell cell = each.getKey();
      List<CellResult> rounds =
          each.getValue().stream().filter(one -> one.status() == Status.MEASURED).toList();
      double values = mean(rounds, round -> round.amount("bytesWritten"));
      if (!(values > 0) || !Ranking.isContender(cell.label())) {
        continue;
      }
      if (values < mean(rounds, WriteBursts::writeBufferBytes)) {
        add(unflushed, cell, values);
      }
      double left = mean(rounds, round -> round.amount("dirty"));
      if (left > LARGE_SHARE * values) {
        add(dirty, cell, left);
      }
    }
    List<String> sentences = new ArrayList<>();
    if (!unflushed.isEmpty()) {
      sentences.add(
          "Writes that did not fill a write buffer, so that no flush or compaction was measured: "
              + listed(unflushed));
    }
    if (!dirty.isEmpty()) {
      sentences.add(
          "In the page cache, and not yet on the disk, when the measurement ended: "
              + listed(dirty));
    }
    boolean chained = run.plan().cells().stream().anyMatch(each -> each.stage().isPresent());
    if (!sentences.isEmpty() && !chained) {
      sentences.add(REMEDY);
    }
    return sentences;
  }

  private static void add(
      Map<String, Map<String, DoubleSummaryStatistics>> candidates, Cell cell, double bytes) {
    candidates
        .computeIfAbsent(cell.label(), label -> new TreeMap<>())
        .computeIfAbsent(cell.workload(), workload -> new DoubleSummaryStatistics())
        .accept(bytes);
  }

  private static String listed(Map<String, Map<String, DoubleSummaryStatistics>> candidates) {
    List<String> all = new ArrayList<>();
    candidates.forEach(
        (label, workloads) -> {
          List<String> each = new ArrayList<>();
          workloads.forEach((workload, bytes) -> each.add(workload + ": " + range(bytes)));
          all.add("%s (%s)".formatted(label, String.join(", ", each)));
        });
    return String.join("; ", all) + ".";
  }

  private static String range(DoubleSummaryStatistics bytes) {
    String least = Figures.size(bytes.getMin());
    String most = Figures.size(bytes.getMax());
    return least.equals(most) ? least : "%s to %s".formatted(least, most);
  }

  /** The mean of the rounds that have it; NaN if none has. */
  private static double mean(List<CellResult> rounds, ToDoubleFunction<CellResult> amount) {
    OptionalDouble mean = rounds.stream().mapToDouble(amount).filter(Double::isFinite).average();
    return mean.orElse(Double.NaN);
  }

  /** What an engine collects in memory before it writes a file; NaN if it does not. */
  private static double writeBufferBytes(CellResult round) {
    return round.reported().settings().stream()
        .filter(each -> each.name().equals("writeBufferBytes") && each.role() != Role.IGNORED)
        .filter(each -> each.value().matches("\\d+"))
        .mapToDouble(each -> Double.parseDouble(each.value()))
        .findAny()
        .orElse(Double.NaN);
  }
}
