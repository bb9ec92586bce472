package dev.storagebench.benchmarks;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.sql.jdbc.Driver;
import dev.storagebench.sql.suite.Variant;
import dev.storagebench.sql.suite.WikipediaPage;
import dev.storagebench.sql.suite.WikipediaReport;
import dev.storagebench.sql.suite.WikipediaSuite;
import dev.storagebench.sql.workload.Choice;
import dev.storagebench.sql.workload.Scripts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code suite wikipedia-mysql}: MySQL's engines on articles, with memory of four sizes. */
@Command(
    name = "wikipedia-mysql",
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Terark's experiment of 2022: MySQL's engines, Wikipedia, four sizes of memory.",
    synopsisHeading = "%n",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  java -jar benchmarks.jar suite wikipedia-mysql --with mysql --scale 0.01",
      "  java -jar benchmarks.jar suite wikipedia-mysql --articles enwiki.xml.bz2 --variants mysql,myrocks:zstd",
      "",
      "Exit codes: 0 done, 1 some cells failed, 2 usage."
    })
final class WikipediaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      paramLabel = "S",
      defaultValue = "0.01",
      description = {
        "The size of the generated data: 1 for the published 38.5 million articles, 95 GB",
        "(default: ${DEFAULT-VALUE})."
      })
  private double scale;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "The number of generated articles, instead of --scale.")
  private @Nullable Long records;

  @Option(
      names = "--articles",
      paramLabel = "FILE",
      description = "Real articles instead: a MediaWiki dump, or lines of 'title'<TAB>'text'.")
  private @Nullable String articles;

  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "ENGINE[:FORMAT]",
      defaultValue = "mysql,mysql:compressed8,myrocks:zstd",
      description = {
        "Engines and row formats: mysql, mariadb (with :compressed8, :page-zlib, :page-lz4),",
        "myrocks (:lz4, :zstd), tokudb (default: ${DEFAULT-VALUE})."
      })
  private List<String> variants = List.of();

  @Option(
      names = "--memory",
      split = ",",
      paramLabel = "RATIO",
      defaultValue = "2.0,0.34,0.25,0.084",
      description = "Multiples of the raw data, or none (default: ${DEFAULT-VALUE}, as published).")
  private List<String> memory = List.of();

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      defaultValue =
          "point_select,point_select90_update10,secondary_random_points100,secondary_random_limit100",
      description = "Workloads, by name or file:FILE (default: the four published ones).")
  private List<String> workloads = List.of();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "32",
      description = "Clients, each with a connection (default: ${DEFAULT-VALUE}, as published).")
  private int threads;

  @Option(
      names = "--distribution",
      paramLabel = "NAME",
      defaultValue = "uniform",
      description = "How rows are chosen: uniform, special, gaussian, zipfian, pareto.")
  private String distribution = "uniform";

  @Option(
      names = "--driver",
      paramLabel = "NAME",
      defaultValue = "connector-j",
      description = "The JDBC driver: connector-j or mariadb.")
  private String driver = "connector-j";

  @Mixin private RoundOptions rounds = new RoundOptions();

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long each cell warms up (default: ${DEFAULT-VALUE}, as published).")
  private int warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long each cell is measured (default: ${DEFAULT-VALUE}; published: 900).")
  private int seconds;

  @Mixin private SuiteOptions shared = new SuiteOptions();

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    if (scale <= 0
        || warmUp < 0
        || seconds < 1
        || threads < 1
        || (records != null && records < 1)) {
      throw new IllegalArgumentException(
          "--scale, --records, --threads and --seconds must be positive, --warm-up 0 at least");
    }
    Choice.parse(distribution);
    Driver.parse(driver);
    workloads.forEach(Scripts::named);
    for (String ratio : memory) {
      if (!ratio.matches("none|\\d+(\\.\\d+)?")) {
        throw new IllegalArgumentException(
            "--memory '%s' is no multiple of the data such as 0.25, nor none".formatted(ratio));
      }
    }
    place.apply(spec.commandLine().getOut());
    WikipediaSuite suite =
        new WikipediaSuite(
            variants.stream().map(Variant::parse).distinct().toList(),
            dataset(),
            memory,
            workloads,
            threads,
            distribution,
            driver,
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
            Map.of(),
            (results, ink) -> new WikipediaReport(results).render(),
            List.of(new WikipediaPage()))
        .run(rounds);
  }

  private String dataset() throws Exception {
    String dataset =
        articles != null
            ? "wikipedia:" + articles
            : "short-articles:records="
                + (records != null
                    ? records
                    : Math.round(scale * WikipediaSuite.PUBLISHED_RECORDS));
    // A file that is not there is told before a run begins.
    DatasetSpec.parse(dataset).identity();
    return dataset;
  }
}
