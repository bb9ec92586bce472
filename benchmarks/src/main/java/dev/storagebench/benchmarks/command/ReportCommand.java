package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.report.RunArtifact;
import dev.storagebench.analysis.report.RunText;
import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.benchmarks.terminal.AnsiStyle;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: writes the report of a run again. */
@Command(name = "report", header = "Writes the report of a run again, also of an interrupted one.")
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "Results folder of the run, or a packed run.")
  private Path run = Path.of("");

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Analysis analysis = Analysis.of(StoredRun.read(run));
    Path folder = new RunFolder(run).outputs();
    for (RunArtifact page :
        List.of(
            RunArtifact.CSV,
            RunArtifact.VERDICT,
            RunArtifact.TEXT,
            RunArtifact.MARKDOWN,
            RunArtifact.PAGE)) {
      out.println(page.write(analysis, folder));
    }
    verdict(out, new RunText(analysis, AnsiStyle.of(spec.commandLine())), folder);
    return 0;
  }

  /** Shows the verdict and where the page is: the last that a run prints. */
  static void verdict(PrintWriter out, RunText text, Path folder) {
    Path page = folder.resolve("report.html").toAbsolutePath().normalize();
    out.printf("%n%sreport: %s%n", text.verdict(), page.toUri());
  }
}
