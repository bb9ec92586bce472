package dev.storagebench.benchmarks;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter.Help;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.run.ProfilerSpec;
import dev.storagebench.core.stats.Precision;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.suite.Overrides;
import dev.storagebench.core.suite.RunPlan;
import dev.storagebench.core.suite.StopRule;
import dev.storagebench.core.suite.SuiteReader;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the command line changes of a suite; JMH's own arguments take the conditions of it. */
final class RunOptions {
  private static final int MAX_ROUNDS = 200;

  @Option(
      names = "--engines",
      paramLabel = "CANDIDATES",
      description =
          "Candidates, separated by commas: an engine, optionally with version, options and label: rocksdb, rocksdb@9.10.0, 'tuned=rocksdb{max_background_jobs=4}'; or all.")
  private @Nullable String engines;

  @Option(
      names = {"--dataset", "--data"},
      split = ",",
      paramLabel = "FORMAT:FILE",
      description = Help.DATASET)
  private List<String> datasets = List.of();

  @Option(names = "--skip-bad", description = Help.SKIP_BAD)
  private boolean skipBad;

  @Option(names = "--durability", split = ",", paramLabel = "LEVEL", description = Help.DURABILITY)
  private List<String> durabilities = List.of();

  @Option(
      names = "--compression",
      split = ",",
      paramLabel = "CODEC",
      description = Help.COMPRESSION)
  private List<String> compressions = List.of();

  @Option(names = "--nearest", description = Help.NEAREST)
  private boolean nearest;

  @Option(names = "--memory", split = ",", paramLabel = "LIMIT", description = Help.MEMORY)
  private List<String> memories = List.of();

  @Option(names = "--cache", split = ",", paramLabel = "SIZE", description = Help.CACHE)
  private List<String> caches = List.of();

  @Option(
      names = "--distribution",
      split = ",",
      paramLabel = "NAME",
      description = Help.DISTRIBUTION)
  private List<String> distributions = List.of();

  @Option(names = "--seed", paramLabel = "N", description = Help.SEED)
  private @Nullable Long seed;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Threads per store, an axis: 1,2,4,8 (default: one per processor, at most 8).")
  private List<String> threads = List.of();

  @Option(
      names = "--read-percent",
      split = ",",
      paramLabel = "N",
      description = "Percentage of reads in mixes: 90.")
  private List<String> readPercents = List.of();

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "Run only these workloads of the suite, or these benchmarks: read,Scan,Delete.")
  private List<String> workloads = List.of();

  @Option(
      names = "--rate",
      split = ",",
      paramLabel = "RATE",
      description =
          "Also measure response times at an arrival rate, in operations per second over all threads: 500 or 50k with random intervals, 50k:constant with equal ones.")
  private List<String> rates = List.of();

  @Option(
      names = "--scale",
      paramLabel = "S",
      description = "Size of generated data relative to the published experiment.")
  private @Nullable Double scale;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Number of generated records: 200000, 200k, 1m.")
  private @Nullable String records;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description =
          "Warm-up time of each cell; the maximum where a suite waits for a steady state.")
  private @Nullable Double warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Measurement time of each cell in each round.")
  private @Nullable Double seconds;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "Approximate duration of the run; sets the time of each cell.")
  private @Nullable Double minutes;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often each cell is measured, each time in a new fork; the maximum with --until or --budget.")
  private @Nullable Integer rounds;

  @Option(
      names = "--until",
      paramLabel = "RATIO",
      description =
          "Repeat rounds (at least 10) until every ratio has a 95 %% interval of at most ± this: 3%%.")
  private @Nullable String until;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Stop before the round that would exceed this measurement time: 90s, 20m, 2h. After 5 rounds only the noisier half of the workloads is measured.")
  private @Nullable String budget;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Results folder (default: runs/TIME).")
  private @Nullable Path out;

  @Option(
      names = "--resume",
      description = "Resume the run in --out; fails if code, data, settings or machine differ.")
  private boolean resume;

  @Option(
      names = "--prof",
      paramLabel = "NAME[:OPTIONS]",
      description =
          "Run every fork under one of JMH's profilers: jfr, async, perfasm, stack, gc, … (-lprof lists them); repeatable. Its files are in the results folder and linked in the report; all results include its overhead.")
  private List<String> profilers = List.of();

  /** The results folder; null for one named by the time. */
  @Nullable Path out() {
    return out;
  }

  boolean resume() {
    return resume;
  }

  /** Each is checked to work here. */
  List<ProfilerSpec> profilers() {
    return profilers.stream().distinct().map(ProfilerSpec::parse).toList();
  }

  StopRule rule() {
    return new StopRule(
        Optional.ofNullable(until).map(Precision::parse),
        Optional.ofNullable(budget).map(SuiteReader::time));
  }

  /** The plan with the maximum of rounds, if a rule ends it. */
  RunPlan limit(RunPlan plan) {
    return rule().ends() ? plan.upTo(rounds != null ? rounds : MAX_ROUNDS) : plan;
  }

  /** The rates as cells have them; none by default. */
  List<String> rates() {
    return rates.stream()
        .map(Rate::canonical)
        .filter(rate -> !rate.equals(Rate.NONE))
        .distinct()
        .toList();
  }

  /**
   * What is changed of a suite.
   *
   * @param parameters more values of parameters, by name
   */
  Overrides overrides(Map<String, List<String>> parameters) throws IOException {
    if (scale != null && scale <= 0) {
      throw new IllegalArgumentException(
          "invalid --scale '" + scale + "' (expected a positive factor such as 0.1)");
    }
    if (rounds != null && rounds < 1) {
      throw new IllegalArgumentException("invalid --rounds '" + rounds + "' (expected at least 1)");
    }
    Map<String, List<String>> values = conditions();
    put(values, "threads", threads);
    put(values, "readPercent", readPercents);
    values.putAll(parameters);
    return new Overrides(
        engines,
        values,
        workloads,
        rates(),
        scale,
        records == null ? null : count(records),
        seed == null ? 1 : seed,
        rule().ends() ? null : rounds,
        time("--warm-up", warmUp, 1, 0),
        time("--seconds", seconds, 1, 1e-3),
        time("--minutes", minutes, 60, 1e-3));
  }

  /** The conditions and the seed as parameters of JMH. */
  Map<String, List<String>> jmhParameters() throws IOException {
    Map<String, List<String>> values = conditions();
    put(values, "seed", seed == null ? List.of() : List.of(seed.toString()));
    put(values, "rate", rates());
    return values;
  }

  private Map<String, List<String>> conditions() throws IOException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    put(values, "durability", durabilities);
    put(values, "compression", compressions);
    put(values, "memory", memories);
    put(values, "cache", caches);
    put(values, "distribution", distributions);
    put(values, "nearest", nearest ? List.of("true") : List.of());
    put(values, "skipBad", skipBad ? List.of("true") : List.of());
    List<String> found = new ArrayList<>();
    for (String dataset : datasets) {
      found.add(dataset(dataset));
    }
    put(values, "dataset", found);
    return values;
  }

  private static void put(Map<String, List<String>> values, String name, List<String> given) {
    if (!given.isEmpty()) {
      values.put(name, given);
    }
  }

  /**
   * A data set with its format. A missing file is an error now, not in a fork; standard input,
   * which can be read only once, is packed.
   */
  private String dataset(String given) throws IOException {
    DatasetSpec spec = DatasetSpec.parse(given);
    boolean named =
        ServiceLoader.load(RecordFormat.class).stream()
            .anyMatch(format -> format.get().name().equals(spec.format()));
    if (!named && Files.exists(Path.of(given))) {
      try (DataInput input =
          DataInput.open(given, skipBad ? ReadOptions.LENIENT : ReadOptions.STRICT)) {
        return new DatasetSpec(input.format(), given).toString();
      }
    }
    if (!named && spec.argument().isEmpty() && given.matches(".*[./].*")) {
      throw new NoSuchFileException(given);
    }
    if (!spec.argument().equals("-") || spec.format().equals(PackedFormat.NAME)) {
      spec.identity();
      return given;
    }
    Map<String, String> parameters = Workloads.defaults("PointRead");
    parameters.put("engine", Candidate.of("noop").toString());
    parameters.put("dataset", given);
    parameters.put("skipBad", Boolean.toString(skipBad));
    return PackedFormat.NAME
        + ":"
        + CellStore.packed(
            CellSettings.from(parameters::get), CacheFolder.current(), PackingProgress.NONE);
  }

  private static @Nullable Duration time(
      String option, @Nullable Double number, int unitSeconds, double min) {
    if (number != null && number < min) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected a positive number)".formatted(option, number));
    }
    return number == null ? null : Duration.ofMillis(Math.round(number * unitSeconds * 1000));
  }

  private static long count(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    int unit = "kmg".indexOf(word.isEmpty() ? ' ' : word.charAt(word.length() - 1));
    try {
      long count =
          new BigDecimal(unit < 0 ? word : word.substring(0, word.length() - 1))
              .scaleByPowerOfTen(3 * (unit + 1))
              .longValueExact();
      if (count > 0) {
        return count;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // the same message
    }
    throw new IllegalArgumentException(
        "invalid --records '%s' (expected 200000, 200k or 1m)".formatted(text));
  }
}
