package dev.storagebench.benchmarks;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.CellStores;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Conditions for suites and for JMH's own arguments alike. */
final class ConditionOptions {
  @Option(
      names = {"--dataset", "--data"},
      split = ",",
      paramLabel = "FORMAT:FILE",
      description = {
        "The records: amazon:FILE, wikipedia:FILE, or FILE alone, whose format is detected;",
        "generated ones: reviews[:records=100000], articles, finefoods; or records:FILE,",
        "a packed record file. The file - is standard input."
      })
  private List<String> datasets = List.of();

  @Option(names = "--skip-bad", description = "Skips and counts records that cannot be parsed.")
  private boolean skipBad;

  @Option(
      names = "--durability",
      split = ",",
      paramLabel = "LEVEL",
      description = "What an acknowledged write survives: none, process or sync.")
  private List<String> durabilities = List.of();

  @Option(
      names = "--compression",
      split = ",",
      paramLabel = "CODEC",
      description = "none, snappy, lz4 or zstd.")
  private List<String> compressions = List.of();

  @Option(
      names = "--nearest",
      description = {
        "Lets an engine fall back to its nearest codec and its strongest durability; marked in",
        "the results. Without it such cells are unsupported."
      })
  private boolean nearest;

  @Option(
      names = "--memory",
      split = ",",
      paramLabel = "LIMIT",
      description = {
        "Memory for engine and page cache together: none (the default), fits, tight or scarce",
        "(7.1, 0.89 and 0.33 times the raw data), or a size: 3g, 0.5x."
      })
  private List<String> memories = List.of();

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SIZE",
      description = "Each engine's own cache: 64m, 0.33x; auto follows from --memory.")
  private List<String> caches = List.of();

  @Option(
      names = "--distribution",
      split = ",",
      paramLabel = "NAME",
      description = "How keys are drawn: uniform, zipfian, latest, special; SQL: pareto, gaussian.")
  private List<String> distributions = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The master seed of all operations (default: 1).")
  private @Nullable Long seed;

  /**
   * What was given, by the parameter's name. Standard input is packed: it can be read only once,
   * and not by forks.
   */
  Map<String, List<String>> values() throws IOException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    put(values, "durability", durabilities);
    put(values, "compression", compressions);
    put(values, "memory", memories);
    put(values, "cache", caches);
    put(values, "distribution", distributions);
    put(values, "nearest", nearest ? List.of("true") : List.of());
    put(values, "skipBad", skipBad ? List.of("true") : List.of());
    if (!datasets.isEmpty()) {
      List<String> found = new ArrayList<>();
      for (String dataset : datasets) {
        found.add(dataset(dataset));
      }
      values.put("dataset", found);
    }
    return values;
  }

  private static void put(Map<String, List<String>> values, String name, List<String> given) {
    if (!given.isEmpty()) {
      values.put(name, given);
    }
  }

  private String dataset(String given) throws IOException {
    DatasetSpec spec = DatasetSpec.parse(given);
    if (Files.exists(Path.of(given)) && !isFormat(spec.format())) {
      try (DataInput input =
          DataInput.open(given, skipBad ? ReadOptions.LENIENT : ReadOptions.STRICT)) {
        return new DatasetSpec(input.format(), given).toString();
      }
    }
    if (given.matches(".*[./].*") && !isFormat(spec.format()) && spec.argument().isEmpty()) {
      throw new NoSuchFileException(given);
    }
    if (!spec.argument().equals("-") || spec.format().equals(PackedFormat.NAME)) {
      // A missing file is reported before a run begins.
      spec.identity();
      return given;
    }
    Map<String, String> parameters = Workloads.defaults("PointRead");
    parameters.put("engine", Candidate.of("noop").toString());
    parameters.put("dataset", given);
    parameters.put("skipBad", Boolean.toString(skipBad));
    return PackedFormat.NAME
        + ":"
        + CellStores.packed(
            CellSettings.from(parameters::get), CacheFolder.current(), PackingProgress.NONE);
  }

  private static boolean isFormat(String name) {
    return ServiceLoader.load(RecordFormat.class).stream()
        .anyMatch(format -> format.get().name().equals(name));
  }

  long seed() {
    return seed == null ? 1 : seed;
  }

  @Nullable Long givenSeed() {
    return seed;
  }
}
