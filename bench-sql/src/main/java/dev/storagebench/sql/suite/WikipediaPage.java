package dev.storagebench.sql.suite;

import dev.storagebench.core.report.RunPage;
import dev.storagebench.core.report.html.HtmlPage;
import dev.storagebench.core.result.Manifest;
import java.util.ArrayList;
import java.util.List;

/** The suite as {@code wikipedia-mysql.html}. */
public final class WikipediaPage implements RunPage {
  private static final String SCRIPT = "/dev/storagebench/sql/suite/wikipedia.js";

  @Override
  public String fileName() {
    return "wikipedia-mysql.html";
  }

  @Override
  public String render(Manifest run) {
    List<String> notes = new ArrayList<>();
    run.environment().warnings().forEach(warning -> notes.add("the machine: " + warning));
    run.leftOut().forEach((engine, reason) -> notes.add(engine + " took no part: " + reason));
    int planned = run.plan().forks();
    if (run.results().size() < planned) {
      notes.add(
          "the run was stopped: %d of %d rounds of cells".formatted(run.results().size(), planned));
    }
    return new HtmlPage(
            "Storage Bench: Wikipedia on MySQL",
            SCRIPT,
            new WikipediaFigures(run.results())
                .model(notes, "java -jar benchmarks.jar " + String.join(" ", run.command())))
        .render();
  }
}
