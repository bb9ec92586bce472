package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.compare.Ladder;
import dev.storagebench.analysis.report.LadderText;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.benchmarks.run.RoundSelection;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.maven.EngineVersions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ladder}: the releases of an engine, and the one that made it slower. */
@Command(
    name = "ladder",
    header = "Measures an engine's releases and names those at which its speed changed.")
final class LadderCommand extends ConsoleCommand {
  // Where a release stands in an option of the engine.
  private static final String PLACE = "{release}";

  @Parameters(index = "0", paramLabel = "ENGINE", descriptionKey = "ladder.engine")
  private String engine = "";

  @Parameters(index = "1", paramLabel = "RELEASES", descriptionKey = "ladder.releases")
  private String releases = "";

  @Option(names = "--bisect")
  private boolean bisect;

  @Option(names = "-p", paramLabel = "NAME=VALUE,…", descriptionKey = "suite.p")
  private Map<String, String> parameters = Map.of();

  @Mixin private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws Exception {
    options.place().apply(out());
    List<Candidate> ladder = ladder();
    SuitePlan plan = plan(ladder);
    List<String> labels = ladder.stream().map(Candidate::label).toList();
    PlannedRun run = new PlannedRun(shell(), plan, options);
    int exit = run.run();
    List<CellResult> results = run.results().read().results();
    out().printf("%nReleases of %s%n", engine);
    out().print(LadderText.of(Ladder.of(labels, results), style()));
    if (bisect) {
      List<String> able = RoundSelection.supported(options.limit(plan.plan()), results);
      out().println(LadderText.of(able, Ladder.search(able, results)));
    }
    return exit;
  }

  /** The quick comparison of releases. */
  SuitePlan plan(List<Candidate> ladder) throws IOException {
    options.ladder(ladder, bisect);
    SuitePlan quick =
        SuitePlan.of(SuiteFiles.read(BenchCommand.QUICK), options.overrides(parameters));
    if (bisect && quick.plan().cells().size() != ladder.size()) {
      throw new IllegalArgumentException(
          "--bisect searches for the step of one workload: choose one with --workloads (read, mix95, write …)");
    }
    return new SuitePlan(
        quick.info().titled("Releases of " + engine), quick.plan(), quick.leftOut());
  }

  /** One for each release, the oldest first. */
  List<Candidate> ladder() throws IOException {
    Candidate any = Candidate.parse(engine);
    boolean option = any.options().values().stream().anyMatch(value -> value.contains(PLACE));
    if (!option) {
      Engines.requireNamed(any);
      if (!any.version().isEmpty()) {
        throw new IllegalArgumentException(
            "ladder %s: the releases come second: ladder %s %s"
                .formatted(engine, any.engine(), any.version()));
      }
    }
    String[] range = releases.split("\\.\\.", -1);
    List<String> versions =
        range.length == 2 && !option
            ? EngineVersions.ofUser().between(any, range[0], range[1])
            : List.of(releases.split(",", -1));
    if (versions.size() < 2) {
      throw new IllegalArgumentException(
          "invalid releases '%s' (expected %sat least two, separated by commas)"
              .formatted(releases, option ? "" : "FIRST..LAST or "));
    }
    return versions.stream()
        .map(String::strip)
        .map(
            each -> {
              String spec =
                  option
                      ? any.spec().replace(PLACE, each)
                      : new Candidate("-", any.engine(), each, any.options()).spec();
              boolean shortened = !any.options().isEmpty() && each.matches("[\\w.+-]+");
              return Candidate.parse(shortened ? each + "=" + spec : spec);
            })
        .distinct()
        .toList();
  }
}
