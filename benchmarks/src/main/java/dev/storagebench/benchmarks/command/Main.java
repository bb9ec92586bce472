package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.benchmarks.terminal.Terminal;
import dev.storagebench.datasets.ResourceLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The entry point of {@code benchmarks.jar}. */
public final class Main {
  // The narrowest that picocli can do, and the widest that reads well.
  private static final int MIN_HELP = 55;
  private static final int MAX_HELP = 120;

  private Main() {}

  /** Exits with 0 if all is done, 1 if some cells failed or a condition of CI, 2 on wrong usage. */
  public static void main(String[] arguments) {
    // One locale for all output: digits, decimal points, upper and lower case.
    Locale.setDefault(Locale.US);
    // No console if the output is redirected, as before JDK 22.
    System.setProperty("jdk.console", "java.base");
    System.exit(execute(command -> {}, arguments));
  }

  /** Carries out a command line, after a change of where it prints. */
  static int execute(Consumer<CommandLine> change, String... arguments) {
    String[] words = ordered(arguments);
    CommandLine command = commandLine(words);
    change.accept(command);
    return command.execute(words);
  }

  /**
   * A command line in the order that picocli and JMH need. A command may stand behind options of
   * ours and comes first. A comparison with {@code -p} is the suite {@code quick}: of JMH are words
   * that are no options of ours, and {@code -p} without one that only a comparison has.
   */
  static String[] ordered(String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    CommandSpec bench = new CommandLine(new BenchCommand()).getCommandSpec();
    ParameterOptions.addTo(bench);
    boolean compares = false;
    int next = 0;
    while (next < words.size()) {
      String word = words.get(next);
      OptionSpec option = bench.optionsMap().get(word.replaceFirst("=.*", ""));
      if (option == null && !word.equals("-p")) {
        break;
      }
      compares |= option != null && RunOptions.isOfComparison(option);
      boolean takesNext = option == null || (option.arity().min() > 0 && !word.contains("="));
      next += takesNext ? 2 : 1;
    }
    if (next < words.size() && bench.subcommands().containsKey(words.get(next))) {
      words.add(0, words.remove(next));
    } else if (next >= words.size() && compares && words.contains("-p")) {
      words.addAll(0, List.of("suite", BenchCommand.QUICK));
    }
    return words.toArray(String[]::new);
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
    for (String command : List.of("suite", "ladder", "upgrade")) {
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
    section("options of " + command.getCommandName(), texts)
        .ifPresent(
            lines ->
                command
                    .getHelpSectionMap()
                    .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, lines)));
    usage
        .sortOptions(false)
        .synopsisHeading("%n")
        .descriptionHeading("%n")
        .parameterListHeading("%n")
        .optionListHeading("%nOptions:%n")
        .commandListHeading("%nCommands:%n");
    command.getSubcommands().values().forEach(each -> layOutHelp(each, texts));
  }

  /** Options by their names, a line for each group, and headings between them. */
  private static String options(Help help, String... lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      Layout layout = help.createDefaultLayout();
      Stream.of(line.split(" ", -1))
          .map(help.commandSpec().optionsMap()::get)
          .filter(Objects::nonNull)
          .forEach(option -> layout.addOption(option, help.parameterLabelRenderer()));
      text.append(line.startsWith("-") ? layout : "%n%s%n".formatted(line));
    }
    return text + "%n%s lists all options%n".formatted(Failures.allOptions(help.commandSpec()));
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
