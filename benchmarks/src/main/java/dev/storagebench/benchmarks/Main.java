package dev.storagebench.benchmarks;

import picocli.CommandLine;

/** The entry point of {@code benchmarks.jar}. */
public final class Main {

  private Main() {}

  /** Runs what the arguments say and exits: 0 done, 1 some cells failed, 2 usage. */
  public static void main(String[] arguments) {
    // A console that is none when the output is redirected, as it was before JDK 22.
    System.setProperty("jdk.console", "java.base");
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new BenchCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(new Failures());
  }
}
