package dev.storagebench.core.cell;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of cells: {@code -p} of JMH's command line, fields of suite files, and options of
 * runs. Each is documented here and nowhere else: help, {@code docs/benchmarks.md} and the schema
 * of suite files show these texts; JMH's {@code @Param} fields have these defaults.
 *
 * <p>A new parameter is a constant here, a field with {@code @Param} in the state of its benchmark,
 * and the code that uses it.
 */
public enum Parameter {
  ENGINE("engine", "", "a candidate: ENGINE[@VERSION][{option=value}]"),
  DATASET(
      "dataset",
      Default.DATASET,
      "the records: amazon:FILE, wikipedia:FILE, 'kv:FILE;key=NAME;value=NAME', or FILE alone to detect the format; generated: reviews[:records=100000], articles, finefoods, 'kv:records=1m;key=16;value=100'; packed: records:FILE; the keys of a trace: trace:FILE; - is standard input"),
  DURABILITY(
      "durability",
      Default.DURABILITY,
      "what an acknowledged write survives: none, process (kill -9) or sync (power loss)"),
  COMPRESSION("compression", Default.COMPRESSION, "none, snappy, lz4 or zstd"),
  MEMORY(
      "memory",
      Default.MEMORY,
      "memory for engine and page cache together: none, fits, tight or scarce (7.1, 0.89 and 0.33 times the raw data), or a size: 3g, 0.5x"),
  CACHE("cache", Default.AUTO, "the engine's own cache: 64m, 0.33x; auto derives it from memory"),
  WRITE_BUFFER(
      "writeBuffer",
      Default.AUTO,
      "one write buffer: 64m, 0.02x; auto: the engine's own default, with a memory limit a part of it"),
  BLOCK("block", Default.AUTO, "a data block or page: 512 to 16m; auto: the engine's own"),
  BLOOM_BITS(
      "bloomBits", Default.AUTO, "bits per key of a Bloom filter, or 0; auto: the engine's own"),
  DISTRIBUTION(
      "distribution",
      Default.DISTRIBUTION,
      "how keys are chosen: uniform, zipfian, latest, special (sysbench's); SQL: gaussian, pareto"),
  NEAREST(
      "nearest",
      Default.FALSE,
      "use the nearest codec or the strongest durability that an engine supports, marked in the results; otherwise such cells are unsupported"),
  SKIP_BAD("skipBad", Default.FALSE, "skip and count records that cannot be parsed"),
  SEED("seed", Default.SEED, "the master seed of all operations"),
  READ_PERCENT(
      "readPercent",
      Default.READ_PERCENT_95 + "," + Default.READ_PERCENT_99,
      "ReadWriteMix: the share of reads, 0 to 100"),
  START(
      "start",
      Default.START,
      "RandomWrite: full overwrites a copy of the loaded store, empty inserts into a new one; Replay: recorded, the default, stores the keys that the trace reads before it writes them"),
  BATCH(
      "batch",
      Default.BATCH,
      "RandomWrite: records written atomically at once, 1 to 1000; each counts as one operation"),
  LENGTH("length", Default.LENGTH, "Scan: records per scan, 1 to 100000"),
  DIRECTION(
      "direction", Default.FORWARD + "," + Default.BACKWARD, "Scan: ascending or descending keys"),
  PERCENT("percent", Default.PERCENT, "Delete: the share of records deleted, 1 to 100"),
  RATE(
      "rate",
      Default.RATE,
      "open loop: operations per second over all threads, at random intervals or constant ones; response times count from the scheduled start; Replay: recorded, or recorded:10 for ten times as fast. none: each operation starts when the last one ends"),
  STEADY_WITHIN(
      "steadyWithin",
      Default.STEADY_WITHIN,
      "warm up until the throughput no longer rises, at most this many seconds; 0: only JMH's warm-up"),
  CLIENTS(
      "clients",
      Default.CLIENTS,
      "client processes of one SQL server, each with --threads connections; --launch says where (docs/many-machines.md)"),
  TABLE("table", "", "SQL: the layout of the tables"),
  WORKLOAD("workload", Default.WORKLOAD, "Transaction: the workload"),
  CONNECTION(
      "connection",
      Default.CONNECTION,
      "Transaction: a thread holds one connection, or borrows one for each transaction"),
  DRIVER(
      "driver",
      Default.AUTO,
      "Transaction: the JDBC driver: connector-j or mariadb; auto is the engine's default");

  /** The defaults, as the annotation {@code @Param} needs them. */
  public static final class Default {
    public static final String DATASET = "reviews";
    public static final String DURABILITY = "process";
    public static final String COMPRESSION = "none";
    public static final String MEMORY = "none";
    public static final String AUTO = "auto";
    public static final String DISTRIBUTION = "uniform";
    public static final String FALSE = "false";
    public static final String SEED = "1";
    public static final String READ_PERCENT_95 = "95";
    public static final String READ_PERCENT_99 = "99";
    public static final String START = "full";
    public static final String RECORDED = "recorded";
    public static final String BATCH = "1";
    public static final String LENGTH = "100";
    public static final String FORWARD = "forward";
    public static final String BACKWARD = "backward";
    public static final String PERCENT = "50";
    public static final String RATE = "none";
    public static final String STEADY_WITHIN = "30";
    public static final String CLIENTS = "1";
    public static final String WORKLOAD = "point_select";
    public static final String CONNECTION = "held";

    private Default() {}
  }

  private final String key;
  private final String defaults;
  private final String description;

  Parameter(String key, String defaults, String description) {
    this.key = key;
    this.defaults = defaults;
    this.description = description;
  }

  /** The name on the command line and in results. */
  public String key() {
    return key;
  }

  /** The name as an option: {@code --read-percent}. */
  public String option() {
    return "--" + label(key).replace(' ', '-');
  }

  /** Whether it is on or off, and off by default. */
  public boolean isSwitch() {
    return defaults.equals(Default.FALSE);
  }

  /** The values JMH runs if none are given; empty if they depend on the benchmark. */
  public List<String> defaults() {
    return defaults.isEmpty() ? List.of() : List.of(defaults.split(",", -1));
  }

  /** The value among the parameters of a cell, or the first default. */
  public String of(Map<String, String> parameters) {
    return parameters.getOrDefault(key, defaults.split(",", 2)[0]);
  }

  /**
   * Rejects a value that is none of these.
   *
   * @throws IllegalArgumentException which lists them
   */
  public void requireOneOf(List<String> valid, Map<String, String> parameters) {
    if (!valid.contains(of(parameters))) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected %s)".formatted(key, of(parameters), String.join(", ", valid)));
    }
  }

  /** What it means, with the valid values. */
  public String description() {
    return description;
  }

  /** The name in tables and pages: {@code write buffer}. */
  public static String label(String key) {
    return key.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** The parameters that every workload has, in the order in which results list them. */
  public static Set<Parameter> conditions() {
    return EnumSet.range(ENGINE, SKIP_BAD);
  }

  /** A new map of the defaults of all {@link #conditions} but the engine, by their keys. */
  public static Map<String, String> conditionDefaults() {
    Map<String, String> all = new LinkedHashMap<>();
    EnumSet.range(DATASET, SKIP_BAD).forEach(each -> all.put(each.key, each.defaults));
    return all;
  }

  /** The table of all parameters in {@code docs/benchmarks.md}. */
  public static String markdown() {
    StringBuilder table = new StringBuilder("| parameter | default | meaning |\n|---|---|---|\n");
    for (Parameter each : values()) {
      table.append(
          "| `%s` | %s | %s |\n"
              .formatted(
                  each.key,
                  each.defaults.isEmpty() ? "" : "`" + each.defaults + "`",
                  each.description));
    }
    return table.toString();
  }
}
