package dev.storagebench.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final String QUICK = "quick";

  @Spec private CommandSpec spec;
  @Mixin private SuiteOptions options = new SuiteOptions();
  @Mixin private PlaceOptions place = new PlaceOptions();
  @Mixin private RoundOptions rounds = new RoundOptions();

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      description = {
        "auto (the default: on a terminal, not with NO_COLOR or TERM=dumb), always or",
        "never."
      })
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
      description = "Shows this help.")
  @SuppressWarnings("unused") // picocli sets it, shows the help and does not call the command
  private boolean help;

  @Unmatched private List<String> jmhArguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    place.apply(spec.commandLine().getOut());
    if (jmhArguments.isEmpty()) {
      return PlannedRun.of(spec.commandLine(), SuiteFiles.read(QUICK), options, Map.of(), rounds);
    }
    refuseOptionsOfSuites();
    return new JmhCommand(
            spec.commandLine().getErr(), jmhArguments, options.conditions(), options.rates())
        .run();
  }

  /** JMH has options of its own for these; taking both would measure something else than asked. */
  private void refuseOptionsOfSuites() {
    Map<String, String> instead = new LinkedHashMap<>();
    instead.put("--engines", "-p engine=NAME,NAME");
    instead.put("--threads", "-t N");
    instead.put("--read-percent", "-p readPercent=N");
    instead.put("--workloads", "the benchmark's name");
    instead.put("--scale", "-p dataset=FORMAT:records=N");
    instead.put("--records", "-p dataset=FORMAT:records=N");
    instead.put("--warm-up", "-wi and -w");
    instead.put("--seconds", "-i and -r");
    instead.put("--minutes", "-wi, -w, -i and -r");
    instead.put("--rounds", "-f N");
    instead.put("--until", "-f N");
    instead.put("--budget", "-f N");
    instead.put("--resume", "a run of its own for each part");
    instead.put("--prof", "-prof NAME");
    instead.put("--out", "-rf json -rff FILE");
    instead.forEach(
        (option, jmh) -> {
          if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw new IllegalArgumentException(
                option + " is an option of suites; with JMH's arguments use " + jmh);
          }
        });
  }
}
