package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.suite.Overrides;
import dev.storagebench.analysis.suite.Suite;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.benchmarks.run.SuiteNeeds;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.text.WordUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code suite}: runs any suite, lists them, shows one. */
@Command(name = "suite", header = "Runs a suite: a published experiment or one of your own.")
@SuppressWarnings("unused") // picocli calls the methods of its commands
final class SuiteCommand extends ConsoleCommand {
  private static final int TITLE_COLUMNS = 44;

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
    options.place().apply(out());
    return PlannedRun.of(shell(), SuiteFiles.read(name), options, parameters);
  }

  @Command(name = "list", description = "Lists the suites in the jar, and what each needs.")
  int list() throws IOException {
    TextTable table = TextTable.of(1, "suite", "question", ">time", ">disk", ">memory", "servers");
    for (String each : SuiteFiles.names()) {
      Suite suite = SuiteFiles.read(each);
      SuiteNeeds needs = SuiteNeeds.of(SuitePlan.of(suite, Overrides.of(null)).plan());
      String servers =
          suite.contenders().values().stream()
              .filter(contender -> !contender.optional())
              .map(Suite.Contender::candidate)
              .filter(candidate -> Engines.of(candidate).capabilities().isServer())
              .map(Candidate::engine)
              .distinct()
              .collect(Collectors.joining(", "));
      List<String> title = WordUtils.wrap(suite.info().title(), TITLE_COLUMNS).lines().toList();
      table.row(
          each,
          title.get(0),
          Figures.duration(needs.seconds()),
          Figures.size((double) needs.diskBytes()),
          Figures.size((double) needs.memoryBytes()),
          servers);
      title.stream().skip(1).forEach(line -> table.row("", line, "", "", "", ""));
    }
    out().print(table.render(style()));
    out()
        .println(
            "Estimates at the default scale, loading included; --scale and --rounds change them.");
    return 0;
  }

  @Command(name = "show", description = "Prints a suite, as a template for your own.")
  int show(@Parameters(paramLabel = "NAME|FILE.yaml") String suite) throws IOException {
    out().print(SuiteFiles.text(suite));
    return 0;
  }
}
