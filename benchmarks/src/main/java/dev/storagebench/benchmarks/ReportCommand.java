package dev.storagebench.benchmarks;

import dev.storagebench.core.report.RunArtifact;
import dev.storagebench.core.report.RunText;
import dev.storagebench.core.report.StoredRun;
import dev.storagebench.core.result.Manifest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: writes the report of a run again. */
@Command(
    name = "report",
    sortOptions = false,
    header = "Writes the report of a run again, also of an interrupted one.",
    synopsisHeading = "%n",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  java -jar benchmarks.jar report runs/2026-01-31T12-00-00"})
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "Results folder of a run.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws Exception {
    Manifest run = StoredRun.read(folder);
    PrintWriter out = spec.commandLine().getOut();
    for (RunArtifact page :
        List.of(
            RunArtifact.CSV,
            RunArtifact.VIEWS,
            RunArtifact.TEXT,
            RunArtifact.MARKDOWN,
            RunArtifact.PAGE)) {
      out.println(page.write(run, folder));
    }
    Path page = folder.resolve("report.html").toAbsolutePath().normalize();
    out.printf(
        "%n%sreport: %s%n", RunText.verdict(run, AnsiStyle.of(spec.commandLine())), page.toUri());
    return 0;
  }
}
