package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.report.RunArtifact;
import dev.storagebench.analysis.report.RunText;
import dev.storagebench.analysis.report.Site;
import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.result.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code report}: writes the report of a run again, or a site of several. */
@Command(name = "report", header = "Writes the report of a run again, or a site of several.")
final class ReportCommand extends ConsoleCommand {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Results folder of the run, or a packed run; several with --site.")
  private List<Path> runs = List.of();

  @Option(names = "--site", paramLabel = "FOLDER", descriptionKey = "report.site")
  private @Nullable Path site;

  @Option(names = "--docs", paramLabel = "URL", descriptionKey = "report.docs")
  private @Nullable String docs;

  @Override
  public Integer call() throws Exception {
    if (site != null) {
      return writeSite(site);
    }
    if (runs.size() > 1) {
      throw new IllegalArgumentException(
          "unexpected argument '%s'; a site of several runs: report --site FOLDER RUN RUN"
              .formatted(runs.get(1)));
    }
    Path run = runs.get(0);
    Analysis analysis = Analysis.of(StoredRun.read(run));
    Path folder = new RunFolder(run).outputs();
    for (RunArtifact page :
        List.of(
            RunArtifact.CSV,
            RunArtifact.VERDICT,
            RunArtifact.TEXT,
            RunArtifact.MARKDOWN,
            RunArtifact.PAGE)) {
      out().println(page.write(analysis, folder));
    }
    verdict(out(), new RunText(analysis, style()), folder);
    return 0;
  }

  private int writeSite(Path folder) throws IOException {
    Path here = Path.of("docs").toAbsolutePath();
    String near =
        Files.isDirectory(here.resolve("engines"))
            ? folder.toAbsolutePath().relativize(here).toString().replace('\\', '/')
            : "";
    new Site(docs == null ? near : docs)
        .write(folder, runs)
        .forEach(
            (place, stands) -> out().printf("left out: %s (%s stands for it)%n", place, stands));
    out().printf("site: %s%n", folder.resolve("index.html").toAbsolutePath().normalize().toUri());
    return 0;
  }

  /** Shows the verdict and where the page is: the last that a run prints. */
  static void verdict(PrintWriter out, RunText text, Path folder) {
    Path page = folder.resolve("report.html").toAbsolutePath().normalize();
    out.printf("%n%sreport: %s%n", text.verdict(), page.toUri());
  }
}
