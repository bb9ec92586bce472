package dev.storagebench.benchmarks;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.CellStores;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a quick comparison and a run of JMH's own arguments understand alike. */
final class SharedOptions {

  @Option(
      names = "--dataset",
      paramLabel = "FORMAT:FILE",
      description = {
        "The records: amazon:FILE, wikipedia:FILE, or generated ones:",
        "reviews[:records=100000], articles, finefoods; or records:FILE,",
        "a packed record file. The file - is standard input."
      })
  private @Nullable String dataset;

  @Option(
      names = "--skip-bad",
      description = "Leaves out records that cannot be parsed, and counts them.")
  private boolean skipBad;

  @Option(
      names = "--durability",
      paramLabel = "WORD",
      description = "What an acknowledged write survives: none, process or sync.")
  private @Nullable String durability;

  @Option(names = "--compression", paramLabel = "CODEC", description = "none, snappy, lz4 or zstd.")
  private @Nullable String compression;

  @Option(
      names = "--nearest",
      description = {
        "Lets an engine do less than is asked for: the nearest codec and the strongest",
        "promise that it has. The results say so. Without it such a cell is unsupported."
      })
  private boolean nearest;

  @Option(
      names = "--memory",
      paramLabel = "LIMIT",
      description = {
        "What engine and page cache get together: none (the default), fits, tight or",
        "scarce (7.1, 0.89 and 0.33 times the raw data), or a size: 3g, 0.5x."
      })
  private @Nullable String memory;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      description = "Each engine's own cache: 64m, 0.33x; auto follows from --memory.")
  private @Nullable String cache;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The master seed of all operations (default: 1).")
  private @Nullable Long seed;

  /** Reads what was given; packs standard input. */
  void apply() throws Exception {
    DatasetSpec data = settings().dataset();
    if (!data.argument().equals("-") || data.format().equals(PackedFormat.NAME)) {
      // A file that is not there is told before a run begins.
      data.identity();
    }
    packStandardInput();
  }

  /**
   * Packs what comes by standard input: it can be read once only, and not by the forks. From then
   * on the data set is the packed file.
   */
  private void packStandardInput() throws IOException {
    if (dataset != null && dataset.endsWith(":-")) {
      CellSettings settings = settings();
      dataset =
          PackedFormat.NAME
              + ":"
              + CellStores.packed(settings, CacheFolder.current(), PackingProgress.NONE);
    }
  }

  /** Reads what was given; a wrong value is told before anything is packed or loaded. */
  private CellSettings settings() {
    Map<String, String> all = parameters(Parameters.defaults());
    all.put("engine", "");
    all.put("seed", Long.toString(seed()));
    return CellSettings.from(all::get);
  }

  long seed() {
    return seed == null ? 1 : seed;
  }

  /** The parameters with those that were given; only these if the map is empty. */
  Map<String, String> parameters(Map<String, String> parameters) {
    put(parameters, "dataset", dataset);
    put(parameters, "durability", durability);
    put(parameters, "compression", compression);
    put(parameters, "memory", memory);
    put(parameters, "cache", cache);
    if (nearest) {
      parameters.put("nearest", "true");
    }
    if (skipBad) {
      parameters.put("skipBad", "true");
    }
    return parameters;
  }

  boolean limitsMemory() {
    return memory != null && !MemorySpec.parse(memory).equals(MemorySpec.Tier.NONE);
  }

  @Nullable Long givenSeed() {
    return seed;
  }

  private static void put(Map<String, String> parameters, String name, @Nullable String value) {
    if (value != null) {
      parameters.put(name, value);
    }
  }
}
