package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.suite.Suite;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code suite}: runs any suite, lists them, shows one. */
@Command(name = "suite", header = "Runs a suite: a published experiment or one of your own.")
final class SuiteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME|FILE.yaml",
      descriptionKey = "suite.name")
  private @Nullable String name;

  @Option(names = "-p", paramLabel = "NAME=VALUE,…", descriptionKey = "suite.p")
  private Map<String, String> parameters = Map.of();

  @Mixin private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws Exception {
    if (name == null) {
      throw new IllegalArgumentException(
          "suite needs the name of a suite (%s) or of a file of your own, FILE.yaml"
              .formatted(String.join(", ", SuiteFiles.names())));
    }
    options.place().apply(spec.commandLine().getOut());
    return PlannedRun.of(spec.commandLine(), SuiteFiles.read(name), options, parameters);
  }

  @Command(name = "list", description = "Lists the suites in the jar.")
  @SuppressWarnings("unused") // called by picocli
  int list() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (String each : SuiteFiles.names()) {
      Suite suite = SuiteFiles.read(each);
      out.printf("%-16s %s%n", each, suite.info().title());
    }
    return 0;
  }

  @Command(name = "show", description = "Prints a suite, as a template for your own.")
  @SuppressWarnings("unused") // called by picocli
  int show(@Parameters(paramLabel = "NAME|FILE.yaml") String suite) throws IOException {
    spec.commandLine().getOut().print(SuiteFiles.text(suite));
    return 0;
  }
}
