package dev.storagebench.sql.suite;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.run.Cell.Timing;
import dev.storagebench.core.run.RunPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/**
 * Terark's experiment of 2022: MySQL's engines on Wikipedia articles, with memory of four sizes.
 *
 * <p>InnoDB's buffer pool is 70 % of the memory, as published; MyRocks' block cache a quarter of
 * it, which was TerarkDB's hard limit of working memory. What a server needs beside its caches, 160
 * MiB at any size, is granted on top: of the published 8 GB it was 2 %, of a hundredth of them it
 * would be more than all.
 *
 * @param variants engines with row formats
 * @param dataset the articles
 * @param memory each a multiple of the raw data, or {@code none}
 * @param workloads by name
 * @param threads how many clients
 * @param distribution how rows are chosen
 * @param driver the JDBC driver
 * @param durability what an acknowledged write survives
 * @param rounds how often each cell is measured
 * @param seed the master seed
 * @param warmUpSeconds how long a cell warms up
 * @param seconds how long it is measured then
 */
public record WikipediaSuite(
    List<Variant> variants,
    String dataset,
    List<String> memory,
    List<String> workloads,
    int threads,
    String distribution,
    String driver,
    String durability,
    int rounds,
    long seed,
    int warmUpSeconds,
    int seconds) {

  /** The number of articles in the published data set. */
  public static final long PUBLISHED_RECORDS = 38_508_221;

  /** The workloads, as published. */
  public static final List<String> WORKLOADS =
      List.of(
          "point_select",
          "point_select90_update10",
          "secondary_random_points100",
          "secondary_random_limit100");

  private static final String SERVER_OVERHEAD = "160m";
  private static final double INNODB_SHARE = 0.7;
  private static final double ROCKSDB_SHARE = 0.25;
  // A transaction may read 10,000 rows, and an iteration waits for every client's last one.
  private static final int ITERATIONS = 3;
  private static final String UNLIMITED = "none";

  /** The cells and their rounds. */
  public RunPlan plan() {
    List<Cell> cells = new ArrayList<>();
    for (String limit : memory) {
      for (Variant variant : variants) {
        for (String workload : workloads) {
          cells.add(cell(variant, limit, workload));
        }
      }
    }
    return new RunPlan(cells, rounds, seed);
  }

  private Cell cell(Variant variant, String limit, String workload) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("engine", variant.engine());
    all.putAll(Parameters.defaults());
    all.put("table", variant.table());
    all.put("dataset", dataset);
    if (!limit.equals(UNLIMITED)) {
      double ratio = Double.parseDouble(limit);
      all.put("memory", limit + "x+" + SERVER_OVERHEAD);
      all.put(
          "cache",
          String.format(
              Locale.ROOT, "%.4fx", ratio * (variant.isInnodb() ? INNODB_SHARE : ROCKSDB_SHARE)));
    }
    all.put("durability", durability);
    all.put("distribution", distribution);
    all.put("workload", workload);
    all.put("connection", "held");
    all.put("driver", driver);
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

  /** The multiple of the raw data that a cell's memory is; empty for no limit. */
  static String tier(Cell cell) {
    String memory = cell.parameters().getOrDefault("memory", UNLIMITED);
    int end = memory.indexOf("x+");
    return end < 0 ? memory : memory.substring(0, end);
  }
}
