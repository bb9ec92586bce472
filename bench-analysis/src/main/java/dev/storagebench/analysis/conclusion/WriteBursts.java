package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Note.Kind;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Costs of writes that their rate does not show: memory buffers that were never flushed, pages that
 * the kernel has yet to write, and stores that have grown.
 */
final class WriteBursts {
  // Of the values written.
  private static final double LARGE_SHARE = 0.25;
  private static final double LARGE_GROWTH = 1.5;

  private WriteBursts() {}

  /** A note for each kind, with the candidates and workloads and the way out. */
  static List<Note> notes(Dimensions run) {
    Map<String, Double> unflushed = new LinkedHashMap<>();
    Map<String, Double> dirty = new LinkedHashMap<>();
    Map<String, Double> grown = new LinkedHashMap<>();
    for (Cell cell : run.cells()) {
      if (!Ranking.isContender(cell.label())) {
        continue;
      }
      List<CellResult> rounds = run.rounds(cell);
      String name = "%s's %s".formatted(cell.label(), cell.workload());
      double values = mean(rounds, round -> round.amount("bytesWritten"));
      double left = mean(rounds, round -> round.amount("dirty"));
      if (values > 0 && values < mean(rounds, WriteBursts::writeBufferBytes)) {
        unflushed.merge(name, values, Math::max);
      }
      if (values > 0 && left > LARGE_SHARE * values) {
        dirty.merge(name, left, Math::max);
      }
      run.score(cell, CellScore.GROWTH)
          .filter(growth -> growth.value() > LARGE_GROWTH)
          .ifPresent(growth -> grown.merge(name, growth.value(), Math::max));
    }
    boolean chained = run.cells().stream().anyMatch(each -> each.stage().isPresent());
    String wayOut = chained ? "" : " Sustained rates: suite lifecycle, or --bytes 8g --memory 2g.";
    List<Note> notes = new ArrayList<>();
    range("B", dirty).map(each -> Kind.UNWRITTEN_PAGES.of(each, wayOut)).ifPresent(notes::add);
    range("B", unflushed).map(Kind.NEVER_FLUSHED::of).ifPresent(notes::add);
    range("x", grown).map(Kind.GROWN::of).ifPresent(notes::add);
    return notes;
  }

  /** The least and the largest amount, each with whose it is; empty without any. */
  private static Optional<String> range(String unit, Map<String, Double> amounts) {
    List<String> named =
        amounts.entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(each -> "%s (%s)".formatted(Figures.show(unit, each.getValue()), each.getKey()))
            .toList();
    return named.size() > 1
        ? Optional.of("%s to %s".formatted(named.get(0), named.get(named.size() - 1)))
        : named.stream().findFirst();
  }

  /** The mean of the measured rounds that have it; NaN if none has. */
  private static double mean(List<CellResult> rounds, ToDoubleFunction<CellResult> amount) {
    OptionalDouble mean =
        Status.MEASURED.of(rounds).stream().mapToDouble(amount).filter(Double::isFinite).average();
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
