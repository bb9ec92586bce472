package dev.storagebench.core.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.core.report.MoviesModel.Latency;
import dev.storagebench.core.report.MoviesModel.Rate;
import dev.storagebench.core.report.html.Browser;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.result.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MoviesPageTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void ratesAreMediansWithRatiosToTheReferenceAndToTheMostMemory() {
    Rate rate =
        MoviesPage.model(MoviesRun.whole()).workloads().get(0).rates().stream()
            .filter(each -> each.engine().equals("lmdb") && each.tier().equals("tight"))
            .findAny()
            .orElseThrow();
    assertThat(rate.iterations()).isEqualTo(5 * MoviesRun.ROUNDS);
    assertThat(rate.median()).isCloseTo(1.05e6 / 12, within(1e-6));
    assertThat(rate.least()).isCloseTo(0.9e6 / 12, within(1e-6));
    assertThat(rate.most()).isCloseTo(1.2e6 / 12, within(1e-6));
    assertThat(rate.ofReference()).isCloseTo(10, within(1e-9));
    assertThat(rate.ofLargest()).isCloseTo(1 / 12.0, within(1e-9));
  }

  @Test
  void cellsWithoutAFigureKeepTheirPlaceAndTheirReason() {
    MoviesModel model = MoviesPage.model(MoviesRun.whole());
    assertThat(model.workloads())
        .filteredOn(workload -> workload.name().equals("update"))
        .flatExtracting(MoviesModel.Workload::rates)
        .filteredOn(rate -> rate.engine().equals("mapdb"))
        .hasSize(9)
        .allMatch(rate -> rate.status() == Status.FAILED && rate.median() == null);
    assertThat(model.cells())
        .filteredOn(cell -> cell.status() == Status.UNSUPPORTED)
        .hasSize(9 * MoviesRun.ROUNDS)
        .allMatch(cell -> MoviesRun.HOSTILE.equals(cell.message()));
  }

  @Test
  void publishedTimesStandBesideOursOfTheSameEngineAndTier() {
    List<Latency> rows = MoviesPage.model(MoviesRun.whole()).latencies();
    assertThat(rows)
        .filteredOn(row -> row.here() != null && row.published() != null)
        .extracting(row -> row.engine() + ", " + row.memory())
        .containsExactly(
            "rocksdb, tight (8 GB, 0.89×)",
            "wiredtiger, tight (8 GB, 0.89×)",
            "rocksdb, scarce (3 GB, 0.33×)",
            "wiredtiger, scarce (3 GB, 0.33×)");
    assertThat(rows)
        .filteredOn(row -> row.here() == null)
        .extracting(row -> row.engine() + ", " + row.memory())
        .containsExactly(
            "RocksDB, 4 GB, 0.44×", "WiredTiger, 4 GB, 0.44×", "TerarkDB, scarce (3 GB, 0.33×)");
  }

  @Test
  void aRunReadBackFromItsFolderHasTheSamePage() throws IOException {
    Manifest run = MoviesRun.whole();
    RunFolder runs = RunFolder.at(folder.resolve("run"));
    int number = 0;
    for (var result : run.results()) {
      runs.append(result, number++);
    }
    // A run that was killed: no result in its manifest, a line that was not written to its end.
    runs.write(MoviesRun.stoppedAtOnce());
    Files.writeString(runs.log(), "{\"cell\":{\"bench", StandardOpenOption.APPEND);
    assertThat(new MoviesPage().render(runs.read())).isEqualTo(new MoviesPage().render(run));
  }

  @Test
  void aBrowserDrawsEachChartAndTakesNoTextForMarkup() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("movies.html"), page(MoviesRun.whole()));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    // 9 of throughput, 3 distributions, 1 of sizes, 30 over time.
    assertThat(count(seen.dom(), "<div class=\"chart\"")).isEqualTo(43);
    assertThat(count(seen.dom(), "<div class=\"chart\".{0,2000}?<svg ")).isEqualTo(43);
    assertThat(seen.dom().replaceAll("(?s)<script.*?</script>", ""))
        .contains("<title>Storage Bench: movies suite</title>", "&lt;/script&gt;")
        .doesNotContain("<img");
  }

  @Test
  void itsButtonsHideAnEngineAndShowTheTail() throws Exception {
    Browser browser = Browser.find(folder);
    // A script of ours, which the page's own policy would not let run.
    String clicking =
        page(MoviesRun.whole())
            .replaceFirst("script-src [^;]*;", "script-src 'unsafe-inline';")
            .replace(
                "</script>\n</body>",
                "</script><script>for (const kind of ['engine', 'toggle'])"
                    + "document.querySelector('button.' + kind).click()</script></body>");
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("click.html"), clicking));
    assertThat(seen.console()).isEmpty();
    String markup = seen.dom().replaceAll("(?s)<script.*?</script>", "");
    assertThat(count(markup, "aria-pressed=\"false\" class=\"engine\"")).isEqualTo(1);
    assertThat(count(markup, "aria-pressed=\"true\" class=\"toggle\"")).isEqualTo(1);
    assertThat(markup).contains("slower reads").doesNotContain(">reads done<");
    // Of sizes an axis names the engines: one of five is gone.
    assertThat(count(markup, "raw ÷ disk [0-9.]+</text>")).isEqualTo(4);
  }

  @Test
  void aBrowserShowsARunThatHasMeasuredNothing() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("movies.html"), page(MoviesRun.stoppedAtOnce()));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("nothing was measured", "the run was stopped");
  }

  /** Without it, silence would prove nothing. */
  @Test
  void aBrowserTellsOfScriptsThatFailAndOfThoseThatMayNotRun() throws Exception {
    Browser browser = Browser.find(folder);
    String page = page(MoviesRun.whole());
    Path failing = folder.resolve("failing.html");
    Files.writeString(failing, "<script>nothing.here()</script>");
    assertThat(browser.open(failing).console()).isNotEmpty();
    Path strange = folder.resolve("strange.html");
    Files.writeString(
        strange, page.replace("</main>", "</main><script>document.title = 'broken'</script>"));
    Browser.Seen seen = browser.open(strange);
    assertThat(seen.console()).isNotEmpty();
    assertThat(seen.dom()).contains("<title>Storage Bench: movies suite</title>");
  }

  private static String page(Manifest run) {
    return new MoviesPage().render(run);
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).results().count();
  }
}
