package dev.storagebench.benchmarks;

import dev.storagebench.core.compare.Reproduction;
import dev.storagebench.core.report.ReproductionText;
import dev.storagebench.core.report.StoredRun;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.suite.RunPlan;
import dev.storagebench.core.suite.SuiteInfo;
import dev.storagebench.core.suite.SuitePlan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reproduce}: a published run again, on this machine. */
@Command(
    name = "reproduce",
    header = "Repeats a published run here and says which of its ratios agree.",
    description =
        "The cells are those of the run, in the same order and with the same seeds. Candidates that are not available here are unsupported.",
    footer = {
      "",
      "Examples:",
      "  java -jar benchmarks.jar reproduce docs/results/rocksdb-years",
      "  java -jar benchmarks.jar reproduce runs/theirs --rounds 8 --out runs/mine",
      "",
      "Exit codes: 0 done, 1 some cells failed, 2 wrong usage."
    })
final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FOLDER", description = "Results folder of the run.")
  private Path published = Path.of("");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each cell is measured (default: as often as published).")
  private @Nullable Integer rounds;

  @ArgGroup(validate = false, heading = "%nResults:%n")
  private RunOptions.Results results = new RunOptions.Results();

  @ArgGroup(validate = false, heading = PlaceOptions.HEADING)
  private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    Manifest run = StoredRun.read(published);
    SuiteInfo suite = run.suite();
    if (suite == null) {
      throw new IllegalArgumentException(published + " is not the run of a suite");
    }
    CommandLine shell = spec.commandLine();
    place.apply(shell.getOut());
    RunPlan plan = rounds == null ? run.plan() : run.plan().upTo(rounds);
    PlannedRun here =
        new PlannedRun(shell, new SuitePlan(suite, plan, run.leftOut()), RunOptions.of(results));
    int exit = here.run();
    PrintWriter out = shell.getOut();
    out.printf("%nReproduction of %s%n", published);
    out.print(
        new ReproductionText(Reproduction.of(run, here.results().read()))
            .text(AnsiStyle.of(shell)));
    out.flush();
    return exit;
  }
}
