package dev.storagebench.benchmarks;

import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.report.MoviesPage;
import dev.storagebench.core.report.MoviesReport;
import dev.storagebench.core.run.MoviesSuite;
import dev.storagebench.core.run.MoviesSuite.Workload;
import dev.storagebench.datasets.DatasetSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code suite movies}: embedded engines on movie reviews, with memory of three sizes. */
@Command(
    name = "movies",
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Terark's experiment of 2016: embedded engines, movie reviews, three sizes of memory.",
    synopsisHeading = "%n",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  java -jar benchmarks.jar suite movies --scale 0.1",
      "  java -jar benchmarks.jar suite movies --data movies.txt.gz --memory tight,2g",
      "",
      "Exit codes: 0 done, 1 some cells failed, 2 usage."
    })
final class MoviesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      paramLabel = "S",
      defaultValue = "0.1",
      description = {
        "The size of the generated data: 1 for the published 7.9 million reviews, 8 GB",
        "(default: ${DEFAULT-VALUE})."
      })
  private double scale;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "The number of generated reviews, instead of --scale.")
  private @Nullable Long records;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Real reviews instead of generated ones: movies.txt.gz, or any other.")
  private @Nullable String data;

  @Option(
      names = "--memory",
      split = ",",
      paramLabel = "LIMIT",
      defaultValue = "fits,tight,scarce",
      description = "Tiers, sizes or multiples of the data (default: ${DEFAULT-VALUE}).")
  private List<String> memory = List.of();

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "read,latency,mix,insert,update",
      description = "Parts of the experiment (default: all: ${DEFAULT-VALUE}).")
  private List<Workload> workloads = List.of();

  @Mixin private RoundOptions rounds = new RoundOptions();

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = {
        "At most so long is each cell warmed up, until its throughput shows no trend",
        "(default: ${DEFAULT-VALUE}); 0 for one second."
      })
  private int warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "15",
      description = "How long each cell is measured (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--compression",
      paramLabel = "CODEC",
      defaultValue = "snappy",
      description = {
        "none, snappy, lz4 or zstd (default: ${DEFAULT-VALUE}, as published); an engine without",
        "it gets the nearest codec that it has."
      })
  private Compression compression = Compression.SNAPPY;

  @Mixin private RateOptions rate = new RateOptions();

  @Mixin private SuiteOptions shared = new SuiteOptions();

  @Mixin private ComparisonOptions comparison = new ComparisonOptions();

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    if (scale <= 0 || warmUp < 0 || seconds < 1 || (records != null && records < 1)) {
      throw new IllegalArgumentException(
          "--scale, --records and --seconds must be positive, --warm-up 0 at least");
    }
    memory.forEach(MemorySpec::parse);
    place.apply(spec.commandLine().getOut());
    Map<String, String> leftOut = new TreeMap<>();
    MoviesSuite suite =
        new MoviesSuite(
            comparison.engines(MoviesCommand::whyNot, leftOut),
            dataset(),
            memory,
            new LinkedHashSet<>(workloads),
            compression,
            rate.rates(),
            shared.durability(),
            rounds.planned(1),
            shared.seed(),
            warmUp,
            seconds);
    List<String> command = spec.root().commandLine().getParseResult().originalArgs();
    return new PlannedRun(
            spec.commandLine(),
            command,
            rounds.limit(suite.plan()),
            leftOut,
            (results, ink) -> new MoviesReport(results, leftOut).render(ink),
            List.of(new MoviesPage()))
        .run(rounds);
  }

  private String dataset() throws Exception {
    String dataset =
        data != null
            ? "amazon:" + data
            : "reviews:records="
                + (records != null ? records : Math.round(scale * MoviesSuite.PUBLISHED_RECORDS));
    // A file that is not there is told before a run begins.
    DatasetSpec.parse(dataset).identity();
    return dataset;
  }

  private static Optional<String> whyNot(StorageEngine engine) {
    Capabilities can = engine.capabilities();
    return can.storesValues() && can.cache() != CacheHome.SERVER
        ? Optional.empty()
        : Optional.of("the experiment compares embedded engines; --engines names it");
  }
}
