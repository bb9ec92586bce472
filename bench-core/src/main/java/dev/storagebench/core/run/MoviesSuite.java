package dev.storagebench.core.run;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.FittedSettings;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.run.Cell.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.annotations.Mode;

/**
 * Terark's experiment of 2016: embedded engines on Amazon movie reviews, with memory of three
 * sizes. Block size, Bloom filter and codec are the published ones; caches and write buffers keep
 * their ratio to the data.
 *
 * @param engines by name
 * @param dataset the records
 * @param memory the tiers, each a {@link dev.storagebench.core.cell.MemorySpec}
 * @param workloads which parts of it
 * @param compression the codec of engines that have it; the others get the nearest they have
 * @param rates operations a second at which the latency workload takes response times besides; none
 *     as published
 * @param durability what an acknowledged write survives
 * @param rounds how often each cell is measured
 * @param seed the master seed
 * @param warmUpSeconds how long a cell may warm up until its throughput shows no trend
 * @param seconds how long it is measured then
 */
public record MoviesSuite(
    List<String> engines,
    String dataset,
    List<String> memory,
    Set<Workload> workloads,
    Compression compression,
    List<String> rates,
    String durability,
    int rounds,
    long seed,
    int warmUpSeconds,
    int seconds) {

  /** The number of reviews in the published data set. */
  public static final long PUBLISHED_RECORDS = 7_911_684;

  private static final int PUBLISHED_THREADS = 8;
  private static final List<Integer> PUBLISHED_WRITERS = List.of(1, 3, 6);
  private static final String PUBLISHED_BLOOM_BITS = "5";
  private static final int ITERATIONS = 5;

  /** A part of the experiment. */
  public enum Workload {
    /** One random record a read. */
    READ,
    /** The same, each read timed. */
    LATENCY,
    /** Reads and writes by the same threads, 95 % and 99 % reads. */
    MIX,
    /** Random writes into an empty store. */
    INSERT,
    /** Random writes into a full store. */
    UPDATE
  }

  /** The cells and their rounds. */
  public RunPlan plan() {
    List<Cell> cells = new ArrayList<>();
    for (String limit : memory) {
      for (String engine : engines) {
        for (Workload workload : workloads) {
          cells.addAll(cells(workload, engine, limit));
        }
      }
    }
    return new RunPlan(cells, rounds, seed);
  }

  private List<Cell> cells(Workload workload, String engine, String limit) {
    return switch (workload) {
      case READ -> List.of(reads("PointRead", Mode.Throughput, engine, limit, Map.of()));
      case LATENCY -> latency(engine, limit);
      case MIX -> List.of(mix(engine, limit, "95"), mix(engine, limit, "99"));
      case INSERT -> writes(engine, limit, "empty");
      case UPDATE -> writes(engine, limit, "full");
    };
  }

  private List<Cell> latency(String engine, String limit) {
    List<Cell> cells = new ArrayList<>();
    cells.add(reads("PointRead", Mode.SampleTime, engine, limit, Map.of()));
    for (String rate : rates) {
      Map<String, String> at = Map.of("rate", Rate.canonical(rate));
      cells.add(reads("PointRead", Mode.Throughput, engine, limit, at));
    }
    return cells;
  }

  private Cell mix(String engine, String limit, String readPercent) {
    return reads(
        "ReadWriteMix", Mode.Throughput, engine, limit, Map.of("readPercent", readPercent));
  }

  private Cell reads(
      String benchmark, Mode mode, String engine, String limit, Map<String, String> own) {
    return cell(benchmark, mode, PUBLISHED_THREADS, engine, limit, own);
  }

  private List<Cell> writes(String engine, String limit, String start) {
    return PUBLISHED_WRITERS.stream()
        .map(
            threads ->
                cell(
                    "RandomWrite", Mode.Throughput, threads, engine, limit, Map.of("start", start)))
        .toList();
  }

  private Cell cell(
      String benchmark,
      Mode mode,
      int threads,
      String engine,
      String limit,
      Map<String, String> own) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("engine", engine);
    all.putAll(Parameters.defaults());
    all.put("dataset", dataset);
    all.put("memory", limit);
    all.put("compression", codec(engine));
    all.put("bloomBits", PUBLISHED_BLOOM_BITS);
    // An empty store is to be measured while it is empty.
    all.put("steadyWithin", "empty".equals(own.get("start")) ? "0" : "" + warmUpSeconds);
    all.put("durability", durability);
    all.putAll(own);
    all.put("seed", Long.toString(seed));
    long iteration = Math.max(1, Math.round(1000.0 * seconds / ITERATIONS));
    return new Cell(benchmark, mode, threads, all, new Timing(1, ITERATIONS, iteration), rounds);
  }

  /** The codec asked for, or the nearest that the engine has: the quick ones first. */
  private String codec(String engine) {
    Compression codec =
        FittedSettings.nearest(compression, Engines.named(engine).capabilities().compressions());
    return codec.name().toLowerCase(Locale.ROOT);
  }
}
