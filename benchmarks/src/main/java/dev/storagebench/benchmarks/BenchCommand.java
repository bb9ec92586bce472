package dev.storagebench.benchmarks;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.report.SummaryTable;
import dev.storagebench.core.run.QuickComparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** The command without a name: a quick comparison, or whatever JMH's own arguments ask for. */
@Command(
    name = "java -jar benchmarks.jar",
    mixinStandardHelpOptions = false,
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Storage Bench: the same reads and writes against many storage engines.",
    synopsisHeading = "%n",
    customSynopsis = {
      "java -jar benchmarks.jar [OPTIONS]           a quick comparison of the best-known engines",
      "java -jar benchmarks.jar [OPTIONS] JMH-ARGS  everything a JMH jar can do; -h lists it",
      "java -jar benchmarks.jar suite               a published experiment, at your scale",
      "java -jar benchmarks.jar report FOLDER       makes a run's page for the browser again",
      "java -jar benchmarks.jar compare OLD NEW     two runs cell by cell, for people and for CI",
      "java -jar benchmarks.jar data                inspects, converts and generates data sets",
      "java -jar benchmarks.jar engines             which engines there are, and what they do",
      "java -jar benchmarks.jar doctor              what this machine can measure, and what spoils it"
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    subcommands = {
      DataCommand.class,
      SuiteCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      EnginesCommand.class,
      DoctorCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  java -jar benchmarks.jar --dataset amazon:finefoods.txt.gz --with mysql",
      "  java -jar benchmarks.jar PointRead -p engine=rocksdb,lmdb -t 8 -rf json",
      "",
      "Exit codes: 0 done, 1 some cells failed, 2 usage."
    })
final class BenchCommand implements Callable<Integer> {
  private static final int ROUNDS = 2;

  // So many that a newcomer has his table in five minutes.
  private static final Set<String> USUAL =
      Set.of("rocksdb", "lmdb", "mapdb", "mapdb-hash", "mysql", "noop");

  @Spec private CommandSpec spec;

  @Mixin private SharedOptions shared = new SharedOptions();

  @Mixin private ComparisonOptions comparison = new ComparisonOptions();

  @Mixin private RateOptions rate = new RateOptions();

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Mixin private RoundOptions rounds = new RoundOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads at work on a store; by default one per processor, 8 at most.")
  private @Nullable Integer threads;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3.5",
      description = "About how long to measure (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      description = {
        "auto (the default: on a terminal, not with NO_COLOR or TERM=dumb), always or",
        "never."
      })
  @SuppressWarnings("unused") // picocli calls it as soon as it has read the option
  private void color(TerminalInk.@Nullable When when) {
    if (when != null) {
      spec.root().commandLine().setColorScheme(TerminalInk.scheme(when));
    }
  }

  @Option(
      names = "--help",
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Shows this help.")
  @SuppressWarnings("unused") // picocli sets it, shows the help and does not call the command
  private boolean help;

  @Unmatched private List<String> jmhArguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    place.apply(spec.commandLine().getOut());
    shared.apply();
    if (!jmhArguments.isEmpty()) {
      refuseOptionsOfTheComparison();
      return new JmhCommand(spec.commandLine().getErr(), jmhArguments, shared, rate.rates()).run();
    }
    if (minutes <= 0 || (threads != null && threads < 1)) {
      throw new IllegalArgumentException("--threads and --minutes must be positive");
    }
    Map<String, String> leftOut = new TreeMap<>();
    QuickComparison quick =
        new QuickComparison(
            comparison.engines(BenchCommand::whyNot, leftOut),
            shared.parameters(defaults()),
            threads != null ? threads : Math.min(8, Runtime.getRuntime().availableProcessors()),
            rate.rates(),
            rounds.planned(ROUNDS),
            shared.seed(),
            Duration.ofMillis(Math.round(minutes * 60_000)));
    List<String> command = spec.commandLine().getParseResult().originalArgs();
    return new PlannedRun(
            spec.commandLine(),
            command,
            rounds.limit(quick.plan()),
            leftOut,
            (results, ink) -> new SummaryTable(results, leftOut).render(ink),
            List.of())
        .run(rounds);
  }

  /**
   * Without a limit all data is meant to be in memory, and in each engine's cache if it has one.
   */
  private Map<String, String> defaults() {
    Map<String, String> defaults = Parameters.defaults();
    if (!shared.limitsMemory()) {
      defaults.put("cache", "2x");
      defaults.put("writeBuffer", "64m");
    }
    return defaults;
  }

  /** JMH has options of its own for these; taking both would measure something else than asked. */
  private void refuseOptionsOfTheComparison() {
    Map<String, String> instead =
        Map.of(
            "--engines", "-p engine=NAME,NAME",
            "--threads", "-t N",
            "--rounds", "-f N",
            "--until", "-f N",
            "--budget", "-f N",
            "--resume", "a run of its own for each part",
            "--minutes", "-wi, -w, -i and -r",
            "--prof", "-prof NAME",
            "--out", "-rf json -rff FILE");
    instead.forEach(
        (option, jmh) -> {
          if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw new IllegalArgumentException(
                option + " is for the quick comparison; with JMH's arguments use " + jmh);
          }
        });
  }

  private static Optional<String> whyNot(StorageEngine engine) {
    return USUAL.contains(engine.name())
        ? Optional.empty()
        : Optional.of("would take minutes more; --engines all, or by its name");
  }
}
