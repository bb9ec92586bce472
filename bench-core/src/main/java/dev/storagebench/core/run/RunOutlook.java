package dev.storagebench.core.run;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.suite.RunPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a run is about to do, stores to load aside.
 *
 * @param cells that can be measured, as far as is known
 * @param unsupported those that cannot, each with the reason
 * @param forks that are left to start, at most
 * @param firstRound about how long the first round takes, or what is left of it
 * @param whole about how long all rounds take
 */
public record RunOutlook(
    List<Cell> cells,
    Map<Cell, String> unsupported,
    int forks,
    Duration firstRound,
    Duration whole) {
  // The start of a JVM, opening a store, closing it.
  private static final double FORK_SECONDS = 1;
  // Work that takes as long as it takes: a load of quick's records.
  private static final double SHOT_SECONDS = 3;

  static RunOutlook of(RunPlan plan, List<CellResult> results) {
    Map<Cell, String> unsupported = new LinkedHashMap<>();
    for (CellResult each : results) {
      if (each.status() == Status.UNSUPPORTED) {
        unsupported.put(each.cell(), String.valueOf(each.message()));
      }
    }
    List<Cell> cells = new ArrayList<>(plan.cells());
    cells.removeAll(unsupported.keySet());
    List<List<Cell>> rounds =
        IntStream.range(0, plan.rounds()).mapToObj(round -> left(cells, round, results)).toList();
    return new RunOutlook(
        List.copyOf(cells),
        unsupported,
        rounds.stream().mapToInt(List::size).sum(),
        rounds.stream()
            .filter(round -> !round.isEmpty())
            .findFirst()
            .map(RunOutlook::time)
            .orElse(Duration.ZERO),
        rounds.stream().map(RunOutlook::time).reduce(Duration.ZERO, Duration::plus));
  }

  /** The cells of a round that have no result of it. */
  static List<Cell> left(List<Cell> cells, int round, List<CellResult> results) {
    return cells.stream()
        .filter(cell -> cell.isIn(round))
        .filter(
            cell ->
                results.stream()
                    .noneMatch(each -> each.round() == round && each.cell().equals(cell)))
        .toList();
  }

  private static Duration time(List<Cell> cells) {
    double seconds = cells.stream().mapToDouble(RunOutlook::seconds).sum();
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  /** How long a fork takes; less than a cell may take that waits for a steady state. */
  private static double seconds(Cell cell) {
    Cell.Timing timing = cell.timing();
    return FORK_SECONDS
        + (cell.isSingleShot()
            ? SHOT_SECONDS
            : (timing.warmups() + timing.iterations()) * timing.iterationMillis() / 1e3);
  }
}
