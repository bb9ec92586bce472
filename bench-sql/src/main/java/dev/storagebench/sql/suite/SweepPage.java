package dev.storagebench.sql.suite;

import dev.storagebench.core.report.RunPage;
import dev.storagebench.core.report.html.HtmlPage;
import dev.storagebench.core.result.Manifest;

/** A sweep as {@code sweep.html}: its curve and its table. */
public final class SweepPage implements RunPage {

  @Override
  public String fileName() {
    return "sweep.html";
  }

  @Override
  public String render(Manifest run) {
    return new HtmlPage(
            "Storage Bench: connections",
            "/dev/storagebench/sql/suite/sweep.js",
            SweepModel.of(
                run.results(), "java -jar benchmarks.jar " + String.join(" ", run.command())))
        .render();
  }
}
