package dev.storagebench.benchmarks;

import java.util.List;
import picocli.CommandLine;

/** The entry point of {@code benchmarks.jar}. */
public final class Main {

  private Main() {}

  /** Runs what the arguments say and exits: 0 done, 1 some cells failed, 2 usage. */
  public static void main(String[] arguments) {
    // A console that is none when the output is redirected, as it was before JDK 22.
    System.setProperty("jdk.console", "java.base");
    System.exit(commandLine(arguments).execute(arguments));
  }

  /**
   * The command line for these arguments: JMH's may be any words, {@code -rff data} too, so only
   * the first word names a command.
   */
  static CommandLine commandLine(String... arguments) {
    CommandLine bench =
        new CommandLine(new BenchCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setColorScheme(AnsiStyle.scheme(AnsiStyle.When.AUTO))
            .setExecutionExceptionHandler(new Failures());
    bench.setExecutionStrategy(parsed -> Failures.executing(parsed, new CommandLine.RunLast()));
    if (arguments.length == 0 || !bench.getSubcommands().containsKey(arguments[0])) {
      List.copyOf(bench.getSubcommands().keySet())
          .forEach(bench.getCommandSpec()::removeSubcommand);
    } else {
      bench.setParameterExceptionHandler(Failures::handleUsage);
      // The command itself takes what it does not know for JMH's.
      bench.getSubcommands().get(arguments[0]).setUnmatchedArgumentsAllowed(false);
    }
    return bench;
  }
}
