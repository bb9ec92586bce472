package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Engines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Measurements that are left to a run, and the loading of their stores.
 *
 * @param loading the records of each store to load for the first round
 * @param stores how many times they are loaded, each time before a round
 * @param unsupported cells that cannot be measured, each with the reason
 * @param rounds the cells that are left to measure in each, at most
 * @param operations of a single shot
 */
public record RunEstimate(
    Map<Cell, String> unsupported,
    List<List<Cell>> rounds,
    ToLongFunction<Cell> operations,
    List<Long> loading,
    int stores) {
  // The start of a JVM, opening a store, closing it; of a server, too. As the published runs took.
  private static final double FORK_SECONDS = 1.5;
  private static final double SERVER_SECONDS = 10;
  // Until the throughput no longer rises: what the engines of quick take, and where a cache fills.
  private static final double STEADY_SECONDS = 1;
  private static final double LIMITED_STEADY_SECONDS = 10;
  // Work that takes as long as it takes: a load of quick's records, and how many operations a
  // second of larger ones, in short memory most of them one at a time. Bulk loaders need little.
  private static final double SHOT_SECONDS = 3;
  private static final double SHOT_RATE = 100_000;
  private static final double LIMITED_SHOT_RATE = 10_000;

  static RunEstimate of(
      RunPlan plan, List<CellResult> results, ToLongFunction<Cell> operations, List<Long> loading) {
    Map<Cell, String> unsupported = new LinkedHashMap<>();
    for (CellResult each : results) {
      if (each.status() == Status.UNSUPPORTED) {
        unsupported.put(each.cell(), String.valueOf(each.message()));
      }
    }
    List<Cell> cells = new ArrayList<>(plan.cells());
    cells.removeAll(unsupported.keySet());
    return new RunEstimate(
        unsupported,
        IntStream.range(0, plan.rounds())
            .mapToObj(round -> left(cells, round, results))
            .filter(round -> !round.isEmpty())
            .toList(),
        operations,
        loading,
        plan.stores());
  }

  /** How many forks are left to start, at most. */
  public int forks() {
    return rounds.stream().mapToInt(List::size).sum();
  }

  /**
   * About how long some of the rounds take.
   *
   * @param slowdown how many times as long a JVM takes to start as on an idle machine
   */
  public double seconds(int some, double slowdown) {
    double loads =
        loading.stream().mapToDouble(records -> FORK_SECONDS + records / SHOT_RATE).sum();
    return Math.min(some, stores) * loads * slowdown
        + rounds.stream()
            .limit(some)
            .flatMap(List::stream)
            .mapToDouble(cell -> seconds(cell, slowdown))
            .sum();
  }

  /** The cells of a round that have no result of it. */
  static List<Cell> left(List<Cell> cells, int round, List<CellResult> results) {
    return cells.stream()
        .filter(cell -> cell.isIn(round))
        .filter(cell -> !RoundSelection.any(results, cell, each -> each.round() == round))
        .toList();
  }

  /** How long a fork takes; less than one that takes longer until its throughput is steady. */
  private double seconds(Cell cell, double slowdown) {
    Cell.Timing timing = cell.timing();
    double steady =
        cell.steadyWithin().isZero()
            ? 0
            : isLimited(cell) ? LIMITED_STEADY_SECONDS : STEADY_SECONDS;
    double server = Engines.of(cell.candidate()).capabilities().isServer() ? SERVER_SECONDS : 0;
    return (FORK_SECONDS + server + steady) * slowdown
        + (cell.isSingleShot()
            ? shotSeconds(cell) * slowdown
            : (timing.warmups() + timing.iterations()) * timing.iterationMillis() / 1e3);
  }

  private double shotSeconds(Cell cell) {
    int atMost = cell.get(Parameter.AT_MOST);
    boolean inBulk = Workloads.named(cell.benchmark()).isLoad();
    double rate = isLimited(cell) && !inBulk ? LIMITED_SHOT_RATE : SHOT_RATE;
    double expected = operations.applyAsLong(cell) / rate;
    return Math.max(SHOT_SECONDS, atMost > 0 ? Math.min(expected, atMost) : expected);
  }

  private static boolean isLimited(Cell cell) {
    return cell.get(Parameter.MEMORY).limit() != null;
  }
}
