package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.report.RunArtifact;
import dev.storagebench.analysis.report.RunText;
import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: writes the report of a run again, or of several runs as one. */
@Command(
    name = "report",
    header = {
      "Writes the report of a run again, also of an interrupted one.",
      "Several runs of the same plan, made on different machines, become one run."
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", arity = "1..*", description = "Results folders of runs.")
  private List<Path> folders = List.of();

  @Option(names = "--out", paramLabel = "FOLDER", descriptionKey = "report.out")
  private @Nullable Path merged;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (folders.size() > 1) {
      Manifest run = StoredRun.merge(folders);
      RunFolder into = merged == null ? RunFolder.create(Path.of("runs")) : RunFolder.at(merged);
      show(out, AnsiStyle.of(spec.commandLine()), run, into);
      return 0;
    }
    if (merged != null) {
      throw new IllegalArgumentException(
          "--out is for several runs that are merged; the report of one is written into its folder");
    }
    Path folder = folders.get(0);
    Manifest run = StoredRun.read(folder);
    for (RunArtifact page :
        List.of(RunArtifact.CSV, RunArtifact.TEXT, RunArtifact.MARKDOWN, RunArtifact.PAGE)) {
      out.println(page.write(run, folder));
    }
    verdict(out, AnsiStyle.of(spec.commandLine()), run, folder);
    return 0;
  }

  /** Shows a merged run and writes it. */
  static void show(PrintWriter out, TextStyle style, Manifest run, RunFolder into)
      throws IOException {
    out.printf("%n%s%n", RunText.render(run, style));
    out.println(
        style.line(
            "results in %s: run.json, %s"
                .formatted(into.path(), String.join(", ", StoredRun.write(run, into)))));
    verdict(out, style, run, into.path());
  }

  /** Shows the verdict and where the page is: the last that a run prints. */
  static void verdict(PrintWriter out, TextStyle style, Manifest run, Path folder) {
    Path page = folder.resolve("report.html").toAbsolutePath().normalize();
    out.printf("%n%sreport: %s%n", RunText.verdict(run, style), page.toUri());
    out.flush();
  }
}
