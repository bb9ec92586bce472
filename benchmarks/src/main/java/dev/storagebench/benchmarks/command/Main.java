package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.benchmarks.terminal.Terminal;
import dev.storagebench.datasets.ResourceLines;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The entry point of {@code benchmarks.jar}. */
public final class Main {
  // The narrowest that picocli can do, and the widest that reads well.
  private static final int MIN_HELP = 55;
  private static final int MAX_HELP = 120;

  private Main() {}

  /** Exits with 0 if all is done, 1 if some cells failed, 2 on wrong usage. */
  public static void main(String[] arguments) {
    // One locale for all output: digits, decimal points, upper and lower case.
    Locale.setDefault(Locale.US);
    // No console if the output is redirected, as before JDK 22.
    System.setProperty("jdk.console", "java.base");
    System.exit(commandLine(arguments).execute(arguments));
  }

  /** The names of all commands. */
  static Set<String> commands() {
    return new CommandLine(new BenchCommand()).getSubcommands().keySet();
  }

  /**
   * The command line for these arguments. Only the first may name a command: JMH's may be any
   * words, as in {@code -rff data}.
   */
  static CommandLine commandLine(String... arguments) {
    CommandLine bench =
        new CommandLine(new BenchCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpWidth(Math.max(MIN_HELP, Math.min(MAX_HELP, Terminal.columns())))
            .setColorScheme(AnsiStyle.scheme(AnsiStyle.When.AUTO))
            .setExecutionExceptionHandler(Failures::handle)
            .setExecutionStrategy(Failures::execute)
            .setParameterExceptionHandler(Failures::handleUsage);
    layOutHelp(bench, ResourceLines.of(Main.class, "usage.txt"));
    bench.setOut(Terminal.escaping(bench.getOut(), Terminal.CHARSET));
    bench.setErr(Terminal.escaping(bench.getErr(), Terminal.CHARSET));
    bench.getCommandSpec().versionProvider(BenchCommand::versions);
    ParameterOptions.addTo(bench.getCommandSpec());
    for (String command : List.of("suite", "ladder")) {
      ParameterOptions.addTo(bench.getSubcommands().get(command).getCommandSpec());
    }
    if (arguments.length == 0 || !bench.getSubcommands().containsKey(arguments[0])) {
      List.copyOf(bench.getSubcommands().keySet())
          .forEach(bench.getCommandSpec()::removeSubcommand);
    } else {
      // Only without a command are unknown arguments those of JMH.
      bench.getSubcommands().get(arguments[0]).setUnmatchedArgumentsAllowed(false);
    }
    return bench;
  }

  /** Gives the help of all commands the same order and headings. */
  private static void layOutHelp(CommandLine command, List<String> texts) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    section("synopsis of " + command.getCommandName(), texts).ifPresent(usage::customSynopsis);
    section("description of " + command.getCommandName(), texts).ifPresent(usage::description);
    section("end of " + command.getCommandName(), texts).ifPresent(usage::footer);
    usage
        .sortOptions(false)
        .synopsisHeading("%n")
        .descriptionHeading("%n")
        .parameterListHeading("%n")
        .optionListHeading("%nOptions:%n")
        .commandListHeading("%nCommands:%n");
    command.getSubcommands().values().forEach(each -> layOutHelp(each, texts));
  }

  private static Optional<String[]> section(String name, List<String> texts) {
    return Optional.of(
            texts.stream()
                .dropWhile(line -> !line.equals("[" + name + "]"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("["))
                .toArray(String[]::new))
        .filter(lines -> lines.length > 0);
  }
}
