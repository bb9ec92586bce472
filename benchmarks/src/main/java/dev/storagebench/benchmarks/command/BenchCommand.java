package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.core.text.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.Version;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Unmatched;

/** Without a subcommand: a quick comparison, or JMH if there are arguments of JMH. */
@Command(
    name = "java -jar benchmarks.jar",
    resourceBundle = "dev.storagebench.benchmarks.command.help",
    header = "Storage Bench: the same reads and writes against many storage engines.",
    subcommands = {
      DataCommand.class,
      SuiteCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      ReproduceCommand.class,
      SubmitCommand.class,
      LadderCommand.class,
      UpgradeCommand.class,
      EnginesCommand.class,
      DoctorCommand.class,
      CacheCommand.class
    })
@SuppressWarnings("unused") // fields that picocli sets, and methods that it calls
final class BenchCommand extends ConsoleCommand {
  static final String QUICK = "quick";
  private static final String ALL = "all";

  // Picocli then shows the help, and does not call the command.
  @Option(names = "--help", usageHelp = true, scope = ScopeType.INHERIT)
  private boolean help;

  @Option(names = "--version", versionHelp = true)
  private boolean version;

  // Called as soon as picocli has read the option.
  @Option(names = "--color", paramLabel = "WHEN", scope = ScopeType.INHERIT)
  private void color(AnsiStyle.@Nullable When when) {
    if (when != null) {
      shell().setColorScheme(AnsiStyle.scheme(when));
    }
  }

  @Mixin private RunOptions options = new RunOptions();

  @Unmatched private List<String> jmhArguments = new ArrayList<>();

  /** The versions that figures depend on. */
  static String[] versions() {
    return new String[] {
      "Storage Bench %s, JMH %s, Java %s"
          .formatted(
              PlannedRun.version(),
              Version.getPlainVersion(),
              System.getProperty("java.runtime.version"))
    };
  }

  // Picocli's own has an option --help, which is inherited here.
  @Command(name = "help", description = "Shows the options of a command; of all with the word all.")
  int help(@Parameters(arity = "0..*", paramLabel = "COMMAND") @Nullable List<String> names) {
    CommandLine command = shell();
    for (String name : Objects.requireNonNullElse(names, List.<String>of())) {
      CommandLine next = name.equals(ALL) ? command : command.getSubcommands().get(name);
      if (next == null) {
        throw NearestName.unknown("command", name, command.getSubcommands().keySet());
      }
      if (name.equals(ALL)) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, Help::optionList);
      }
      command = next;
    }
    command.usage(out());
    return 0;
  }

  @Command(
      name = "generate-completion",
      description = "Prints completion for bash and zsh, of an alias storage-bench.")
  int completion() {
    out().print(AutoComplete.bash("storage-bench", shell()));
    return 0;
  }

  @Override
  public Integer call() throws Exception {
    options.place().apply(out());
    if (jmhArguments.isEmpty()) {
      return PlannedRun.of(shell(), SuiteFiles.read(QUICK), options, Map.of());
    }
    CommandSpec spec = shell().getCommandSpec();
    for (int i = 0; i < jmhArguments.size(); i++) {
      String word = jmhArguments.get(i);
      // JMH's own options have one dash; values of -jvmArgs may have two.
      if (word.startsWith("--") && (i == 0 || !jmhArguments.get(i - 1).startsWith("-jvm"))) {
        throw new IllegalArgumentException(Failures.unknownOption(word, spec));
      }
      if (Main.commands().contains(word) && (i == 0 || !jmhArguments.get(i - 1).startsWith("-"))) {
        throw new IllegalArgumentException(
            "'%s' is a command and comes first: java -jar benchmarks.jar %s …"
                .formatted(word, word));
      }
      if (spec.optionsMap().containsKey("-" + word) && !word.equals("-prof")) {
        throw new IllegalArgumentException(
            "unknown option '%s'; did you mean -%s?".formatted(word, word));
      }
    }
    Optional<String> suiteOnly = options.firstSuiteOnlyOption();
    if (suiteOnly.isPresent()) {
      throw new IllegalArgumentException(
          "%s is an option of suites; with JMH arguments use -p NAME=VALUE (engine, readPercent, dataset), -t N threads, -f N forks, -wi/-w and -i/-r for times, -prof NAME, -rf json -rff FILE"
              .formatted(suiteOnly.get()));
    }
    return new JmhCommand(
            shell().getErr(), options.place().waits(), jmhArguments, options.parameters())
        .run();
  }
}
