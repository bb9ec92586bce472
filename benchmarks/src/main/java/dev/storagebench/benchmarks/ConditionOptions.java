package dev.storagebench.benchmarks;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter.Help;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.CellStore;
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
        + CellStore.packed(
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
