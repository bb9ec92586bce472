package dev.storagebench.sql.suite;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.run.Cell.Timing;
import dev.storagebench.core.run.RunPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/**
 * One workload at more and more connections.
 *
 * @param variants engines with row formats
 * @param shape the tables without their format, for example {@code sbtestx4}
 * @param dataset the rows
 * @param memory the limit for each server
 * @param workload by name
 * @param connections how many threads, each with a connection
 * @param rates transactions a second at which response times are measured besides, each as {@link
 *     Rate} reads it
 * @param own further parameters of the cells
 * @param rounds how often each cell is measured
 * @param seed the master seed
 * @param warmUpSeconds how long a cell warms up
 * @param seconds how long it is measured then
 */
public record SweepSuite(
    List<Variant> variants,
    String shape,
    String dataset,
    String memory,
    String workload,
    List<Integer> connections,
    List<String> rates,
    Map<String, String> own,
    int rounds,
    long seed,
    int warmUpSeconds,
    int seconds) {
  private static final int ITERATIONS = 5;

  /** The cells and their rounds. */
  public RunPlan plan() {
    List<Cell> cells = new ArrayList<>();
    for (int threads : connections) {
      for (Variant variant : variants) {
        cells.add(cell(variant, threads, Rate.NONE));
        for (String rate : rates) {
          cells.add(cell(variant, threads, Rate.canonical(rate)));
        }
      }
    }
    return new RunPlan(cells, rounds, seed);
  }

  private Cell cell(Variant variant, int threads, String rate) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("engine", variant.engine());
    all.putAll(Parameters.defaults());
    all.put("table", variant.format().isEmpty() ? shape : shape + ":" + variant.format());
    all.put("dataset", dataset);
    all.put("memory", memory);
    all.put("workload", workload);
    all.put("connection", "held");
    all.put("driver", "connector-j");
    all.putAll(own);
    if (!rate.equals(Rate.NONE)) {
      all.put("rate", rate);
    }
    all.put("seed", Long.toString(seed));
    long iteration = Math.max(1, Math.round(1000.0 * seconds / ITERATIONS));
    int warmups = (int) Math.max(1, Math.round(1000.0 * warmUpSeconds / iteration));
    return new Cell(
        "Transaction",
        Mode.Throughput,
        threads,
        all,
        new Timing(warmups, ITERATIONS, iteration),
        rounds);
  }
}
