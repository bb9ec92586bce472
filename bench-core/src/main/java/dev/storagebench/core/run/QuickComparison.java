package dev.storagebench.core.run;

import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.run.Cell.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/**
 * The run that a newcomer gets: every engine, reads, mixes, writes and a load, two rounds, all data
 * in memory. Each iteration gets an equal share of the time there is.
 *
 * @param engines by name
 * @param parameters what all cells have in common, by name
 * @param threads how many threads work on a store
 * @param rates operations a second at which response times are measured besides, each as {@link
 *     dev.storagebench.core.openloop.Rate} reads it
 * @param rounds how often a throughput is measured; service times, response times and loads are
 *     measured once
 * @param seed the master seed
 * @param budget about how long the measuring shall take
 */
public record QuickComparison(
    List<String> engines,
    Map<String, String> parameters,
    int threads,
    List<String> rates,
    int rounds,
    long seed,
    Duration budget) {
  private static final int WARMUPS = 2;
  private static final int ITERATIONS = 2;
  // Start of the JVM, opening and copying the store, settling and closing it.
  private static final long FORK_OVERHEAD_MILLIS = 2_500;
  private static final long SHORTEST_MILLIS = 500;
  private static final long LONGEST_MILLIS = 10_000;

  /** The cells and their rounds. */
  public RunPlan plan() {
    List<Cell> cells = new ArrayList<>();
    Timing timing = new Timing(WARMUPS, ITERATIONS, iterationMillis());
    for (String engine : engines) {
      cells.add(cell("PointRead", Mode.Throughput, engine, Map.of(), timing, rounds));
      cells.add(cell("PointRead", Mode.SampleTime, engine, Map.of(), timing, 1));
      for (String percent : List.of("99", "95")) {
        cells.add(
            cell(
                "ReadWriteMix",
                Mode.Throughput,
                engine,
                Map.of("readPercent", percent),
                timing,
                rounds));
      }
      for (String rate : rates) {
        Map<String, String> at = Map.of("rate", Rate.canonical(rate));
        cells.add(cell("PointRead", Mode.Throughput, engine, at, timing, 1));
        Map<String, String> mix = new LinkedHashMap<>(at);
        mix.put("readPercent", "95");
        cells.add(cell("ReadWriteMix", Mode.Throughput, engine, mix, timing, 1));
      }
      cells.add(cell("RandomWrite", Mode.Throughput, engine, Map.of(), timing, rounds));
      cells.add(
          cell("Load", Mode.SingleShotTime, engine, Map.of("durability", "none"), Timing.SHOT, 1));
    }
    return new RunPlan(cells, rounds, seed);
  }

  private Cell cell(
      String benchmark,
      Mode mode,
      String engine,
      Map<String, String> own,
      Timing timing,
      int times) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("engine", engine);
    all.putAll(parameters);
    all.putAll(own);
    all.put("seed", Long.toString(seed));
    return new Cell(benchmark, mode, threads, all, timing, times);
  }

  private long iterationMillis() {
    long timed = (rounds * 4L + 1 + 2L * rates.size()) * engines.size();
    long forks = timed + engines.size();
    long left = budget.toMillis() - forks * FORK_OVERHEAD_MILLIS;
    long share = left / timed / (WARMUPS + ITERATIONS);
    return Math.max(SHORTEST_MILLIS, Math.min(LONGEST_MILLIS, share));
  }
}
