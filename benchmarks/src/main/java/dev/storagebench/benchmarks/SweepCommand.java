package dev.storagebench.benchmarks;

import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.sql.jdbc.Driver;
import dev.storagebench.sql.suite.SweepPage;
import dev.storagebench.sql.suite.SweepReport;
import dev.storagebench.sql.suite.SweepSuite;
import dev.storagebench.sql.suite.Variant;
import dev.storagebench.sql.table.Layout;
import dev.storagebench.sql.workload.Choice;
import dev.storagebench.sql.workload.Scripts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code suite sweep}: one SQL workload at more and more connections. */
@Command(
    name = "sweep",
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "One SQL workload at more and more connections, with its curve.",
    synopsisHeading = "%n",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Example:",
      "  java -jar benchmarks.jar suite sweep --workload oltp_read_write --connections 1,8,64,256",
      "",
      "Exit codes: 0 done, 1 some cells failed, 2 usage."
    })
final class SweepCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "oltp_read_write",
      description = "A workload by name, or file:FILE (default: ${DEFAULT-VALUE}).")
  private String workload = "";

  @Option(
      names = "--connections",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,4,8,16,32,64,128,256",
      description = "How many threads, each with a connection (default: ${DEFAULT-VALUE}).")
  private List<Integer> connections = List.of();

  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "ENGINE[:FORMAT]",
      defaultValue = "mysql",
      description = "Engines and row formats (default: ${DEFAULT-VALUE}).")
  private List<String> variants = List.of();

  @Option(
      names = "--table",
      paramLabel = "SHAPE[xTABLES]",
      defaultValue = "sbtest",
      description = "article, sbtest or document (default: ${DEFAULT-VALUE}).")
  private String table = "";

  @Option(
      names = "--dataset",
      paramLabel = "FORMAT:FILE",
      defaultValue = "sysbench:records=100k",
      description = "The rows (default: ${DEFAULT-VALUE}).")
  private String dataset = "";

  @Option(
      names = "--memory",
      paramLabel = "LIMIT",
      defaultValue = "none",
      description = "The server's limit: none, bytes (2g) or a multiple of the data (0.5x).")
  private String memory = "";

  @Option(
      names = "--distribution",
      paramLabel = "NAME",
      defaultValue = "special",
      description = "How rows are chosen (default: ${DEFAULT-VALUE}, as sysbench does).")
  private String distribution = "";

  @Option(
      names = "--driver",
      paramLabel = "NAME",
      defaultValue = "connector-j",
      description = "The JDBC driver: connector-j or mariadb.")
  private String driver = "";

  @Mixin private RoundOptions rounds = new RoundOptions();

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long each cell warms up (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "20",
      description = "How long each cell is measured (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private RateOptions rate = new RateOptions();

  @Mixin private SuiteOptions shared = new SuiteOptions();

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    if (warmUp < 0 || seconds < 1 || connections.stream().anyMatch(n -> n < 1)) {
      throw new IllegalArgumentException(
          "--seconds and --connections must be positive, --warm-up 0 at least");
    }
    MemorySpec.parse(memory);
    Choice.parse(distribution);
    Driver.parse(driver);
    Scripts.named(workload);
    Layout.parse(table);
    DatasetSpec.parse(dataset).identity();
    place.apply(spec.commandLine().getOut());
    SweepSuite suite =
        new SweepSuite(
            variants.stream().map(Variant::parse).distinct().toList(),
            table,
            dataset,
            memory,
            workload,
            connections,
            rate.rates(),
            Map.of(
                "distribution", distribution, "driver", driver, "durability", shared.durability()),
            rounds.planned(1),
            shared.seed(),
            warmUp,
            seconds);
    return new PlannedRun(
            spec.commandLine(),
            spec.root().commandLine().getParseResult().originalArgs(),
            rounds.limit(suite.plan()),
            Map.of(),
            (results, ink) -> new SweepReport(results).render(),
            List.of(new SweepPage()))
        .run(rounds);
  }
}
