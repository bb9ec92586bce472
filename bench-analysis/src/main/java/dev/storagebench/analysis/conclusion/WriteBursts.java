package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Note.Kind;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Work that writes have put off when a measurement ends, by what was written: memory buffers that
 * were never flushed, and pages that the kernel has yet to write.
 */
final class WriteBursts {
  // Of the values written.
  private static final double LARGE_SHARE = 0.25;

  private WriteBursts() {}

  /** A note for each kind, with the candidates and workloads and the way out. */
  static List<Note> notes(Dimensions run) {
    Map<String, Double> unflushed = new LinkedHashMap<>();
    Map<String, Double> dirty = new LinkedHashMap<>();
    for (Cell cell : run.cells()) {
      List<CellResult> rounds =
          run.rounds(cell).stream().filter(one -> one.status() == Status.MEASURED).toList();
      double values = mean(rounds, round -> round.amount("bytesWritten"));
      if (!(values > 0) || !Ranking.isContender(cell.label())) {
        continue;
      }
      String name = "%s's %s".formatted(cell.label(), cell.workload());
      if (values < mean(rounds, WriteBursts::writeBufferBytes)) {
        unflushed.merge(name, values, Math::max);
      }
      double left = mean(rounds, round -> round.amount("dirty"));
      if (left > LARGE_SHARE * values) {
        dirty.merge(name, left, Math::max);
      }
    }
    List<Note> notes = new ArrayList<>();
    if (!dirty.isEmpty()) {
      boolean chained = run.cells().stream().anyMatch(each -> each.stage().isPresent());
      notes.add(
          Kind.UNWRITTEN_PAGES.of(
              "Writes are bursts: %s had not reached the disk.%s"
                  .formatted(
                      range(dirty),
                      chained
                          ? ""
                          : " Sustained rates: suite lifecycle, or --bytes 8g --memory 2g.")));
    }
    if (!unflushed.isEmpty()) {
      notes.add(
          Kind.NEVER_FLUSHED.of(
              "Written, and never flushed from a write buffer: %s.".formatted(range(unflushed))));
    }
    return notes;
  }

  private static String range(Map<String, Double> bytes) {
    List<String> named =
        bytes.entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(each -> "%s (%s)".formatted(Figures.size(each.getValue()), each.getKey()))
            .toList();
    return named.size() == 1
        ? named.get(0)
        : "%s to %s".formatted(named.get(0), named.get(named.size() - 1));
  }

  /** The mean of the rounds that have it; NaN if none has. */
  private static double mean(List<CellResult> rounds, ToDoubleFunction<CellResult> amount) {
    OptionalDouble mean = rounds.stream().mapToDouble(amount).filter(Double::isFinite).average();
    return mean.orElse(Double.NaN);
  }

  /** Bytes that an engine collects in memory before it writes a file; NaN if it does not. */
  private static double writeBufferBytes(CellResult round) {
    return round.reported().settings().stream()
        .filter(each -> each.name().equals("writeBufferBytes") && each.role() != Role.IGNORED)
        .filter(each -> each.value().matches("\\d+"))
        .mapToDouble(each -> Double.parseDouble(each.value()))
        .findAny()
        .orElse(Double.NaN);
  }
}
