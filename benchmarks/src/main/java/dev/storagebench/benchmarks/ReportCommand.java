package dev.storagebench.benchmarks;

import dev.storagebench.core.report.MoviesPage;
import dev.storagebench.core.report.ReportPage;
import dev.storagebench.core.report.RunPage;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.result.RunFolder;
import dev.storagebench.sql.suite.SweepPage;
import dev.storagebench.sql.suite.WikipediaPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final Map<List<String>, RunPage> PAGES =
      Map.of(
          List.of("suite", "movies"),
          new MoviesPage(),
          List.of("suite", "wikipedia-mysql"),
          new WikipediaPage(),
          List.of("suite", "sweep"),
          new SweepPage());

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "The run's folder.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws Exception {
    Manifest run = new RunFolder(folder).read();
    List<String> words = run.command().subList(0, Math.min(2, run.command().size()));
    List<RunPage> pages = new ArrayList<>(List.of(new ReportPage()));
    if (PAGES.containsKey(words)) {
      pages.add(0, PAGES.get(words));
    }
    for (RunPage page : pages) {
      Path file = folder.resolve(page.fileName());
      Files.writeString(file, page.render(run));
      spec.commandLine().getOut().println(file);
    }
    return 0;
  }
}
