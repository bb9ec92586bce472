package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * What writes have not paid for when a measurement ends, by what was written: memory buffers that
 * were never flushed, and pages that the kernel has yet to write.
 */
final class WriteBursts {
  private static final String REMEDY =
      "Sustained rates need more data than memory: suite lifecycle (an hour), or --bytes 8g --memory 2g.";
  // Of the values written.
  private static final double LARGE_SHARE = 0.25;

  private WriteBursts() {}

  /** A sentence for each kind, with the candidates and workloads, then the way out. */
  static List<String> caveats(Manifest run) {
    SortedMap<String, SortedSet<String>> unflushed = new TreeMap<>();
    SortedMap<String, SortedSet<String>> dirty = new TreeMap<>();
    for (Map.Entry<Cell, List<CellResult>> each : run.byCell().entrySet()) {
      Cell cell = each.getKey();
      List<CellResult> rounds =
          each.getValue().stream().filter(one -> one.status() == Status.MEASURED).toList();
      double values = mean(rounds, round -> round.amount("bytesWritten"));
      if (!(values > 0) || cell.label().equals(Ranking.HARNESS)) {
        continue;
      }
      double buffer = mean(rounds, WriteBursts::writeBufferBytes);
      if (values < buffer) {
        add(unflushed, cell, "%s of %s".formatted(Figures.size(values), Figures.size(buffer)));
      }
      double left = mean(rounds, round -> round.amount("dirty"));
      if (left > LARGE_SHARE * values) {
        add(dirty, cell, Figures.size(left));
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
      SortedMap<String, SortedSet<String>> candidates, Cell cell, String amount) {
    candidates
        .computeIfAbsent(cell.label(), label -> new TreeSet<>())
        .add("%s: %s".formatted(cell.workload(), amount));
  }

  private static String listed(SortedMap<String, SortedSet<String>> candidates) {
    List<String> each = new ArrayList<>();
    candidates.forEach(
        (label, cells) -> each.add("%s (%s)".formatted(label, String.join(", ", cells))));
    return String.join("; ", each) + ".";
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
