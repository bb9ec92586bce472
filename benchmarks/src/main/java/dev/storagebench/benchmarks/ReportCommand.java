package dev.storagebench.benchmarks;

import dev.storagebench.core.report.RunArtifact;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.result.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: a run's pages for the browser, made again from what the run left. */
@Command(
    name = "report",
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Makes the pages of a run for the browser again, also of one that was cut off.",
    synopsisHeading = "%n",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  java -jar benchmarks.jar report runs/2026-01-31T12-00-00"})
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "The run's folder.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws Exception {
    Manifest run = new RunFolder(folder).read();
    for (RunArtifact page : List.of(RunArtifact.PAGE, RunArtifact.MARKDOWN)) {
      spec.commandLine().getOut().println(page.write(run, folder));
    }
    return 0;
  }
}
