package dev.storagebench.benchmarks;

import dev.storagebench.core.workload.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Without a subcommand: a quick comparison, or JMH if there are arguments of JMH. */
@Command(
    name = "java -jar benchmarks.jar",
    mixinStandardHelpOptions = false,
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Storage Bench: the same reads and writes against many storage engines.",
    synopsisHeading = "%n",
    customSynopsis = {
      "java -jar benchmarks.jar [OPTIONS]           compare the best-known engines",
      "java -jar benchmarks.jar [OPTIONS] JMH-ARGS  run JMH (-h lists its options)",
      "java -jar benchmarks.jar suite               run a published experiment",
      "java -jar benchmarks.jar report FOLDER       write a run's report again",
      "java -jar benchmarks.jar compare OLD NEW     compare two runs, also in CI",
      "java -jar benchmarks.jar data                inspect and generate data sets",
      "java -jar benchmarks.jar engines             list the engines",
      "java -jar benchmarks.jar doctor              check this machine"
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
      "Exit codes: 0 done, 1 some cells failed, 2 wrong usage."
    })
final class BenchCommand implements Callable<Integer> {
  private static final String QUICK = "quick";
  private static final List<String> SUITE_OPTIONS =
      List.of(
          "--engines --threads --read-percent --workloads --scale --records --warm-up --seconds --minutes --rounds --until --budget --resume --prof --out"
              .split(" ", -1));

  @Spec private CommandSpec spec;
  @Mixin private RunOptions options = new RunOptions();
  @Mixin private PlaceOptions place = new PlaceOptions();

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      description =
          "Colors: auto (default: on a terminal, unless NO_COLOR or TERM=dumb), always, never.")
  @SuppressWarnings("unused") // picocli calls it as soon as it has read the option
  private void color(AnsiStyle.@Nullable When when) {
    if (when != null) {
      spec.root().commandLine().setColorScheme(AnsiStyle.scheme(when));
    }
  }

  @Option(
      names = "--help",
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli sets it, shows the help and does not call the command
  private boolean help;

  @Unmatched private List<String> jmhArguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    place.apply(spec.commandLine().getOut());
    if (jmhArguments.isEmpty()) {
      return PlannedRun.of(spec.commandLine(), SuiteFiles.read(QUICK), options, Map.of());
    }
    for (int i = 0; i < jmhArguments.size(); i++) {
      // JMH's own options have one dash; values of -jvmArgs may have two.
      if (jmhArguments.get(i).startsWith("--")
          && (i == 0 || !jmhArguments.get(i - 1).startsWith("-jvm"))) {
        throw NearestName.unknown(
            "option", jmhArguments.get(i), new TreeSet<>(spec.optionsMap().keySet()));
      }
    }
    for (String option : SUITE_OPTIONS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new IllegalArgumentException(
            "%s is an option of suites; with JMH arguments use -p NAME=VALUE (engine, readPercent, dataset), -t N threads, -f N forks, -wi/-w and -i/-r for times, -prof NAME, -rf json -rff FILE"
                .formatted(option));
      }
    }
    return new JmhCommand(spec.commandLine().getErr(), jmhArguments, options.jmhParameters()).run();
  }
}
