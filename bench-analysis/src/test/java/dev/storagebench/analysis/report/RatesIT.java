package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.RunWarnings;
import dev.storagebench.analysis.report.html.Browser;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.core.text.TextStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of a rate, and what is kept apart from it. */
class RatesIT {
  @TempDir private Path folder = Path.of("");

  @Test
  void theTableTellsWhoKeptUpAndTheHarnessStandsLast() {
    List<String> lines =
        RunText.of(Analysis.of(RateRun.run())).text(TextStyle.NONE).lines().toList();
    int head = lines.indexOf("Response times at a rate") + 1;
    assertThat(lines.get(head)).contains("achieved/s", "p50", "p99", "p99.9", "max");
    assertThat(lines.get(head + 1)).contains("at 50k op/s", "lmdb", "50.0k");
    assertThat(lines.get(head + 2)).contains("rocksdb", "31.2k!");
    assertThat(lines.get(head + 3)).contains("noop", "1.00µs");
  }

  @Test
  void aRateThatWasTooHighIsADoubt() {
    assertThat(RunWarnings.ofCells(RateRun.run().results()))
        .extracting(Warning::text)
        .singleElement()
        .asString()
        .startsWith("did not keep up")
        .contains("rocksdb, PointRead response time at 50k op/s, 2 threads (31.2k of 50k/s)");
  }

  @Test
  void throughputServiceTimeAndResponseTimeAreDifferentMeasures() {
    Map<String, String> measures = new TreeMap<>();
    Ranking.of(RateRun.run().results())
        .scores()
        .keySet()
        .forEach(measure -> measures.put(measure.shortName(), measure.figure()));
    assertThat(measures)
        .containsExactly(
            Map.entry("PointRead", "speed"),
            Map.entry("PointRead response time at 50k op/s p50", "p50"),
            Map.entry("PointRead response time at 50k op/s p99", "p99"));
  }

  @Test
  void theTableOfScoresHasNoColumnOfAchievedRates() {
    List<String> lines =
        RunText.of(Analysis.of(RateRun.run())).text(TextStyle.NONE).lines().toList();
    assertThat(lines.get(lines.indexOf("Scores") + 1))
        .contains("PointRead op/s")
        .doesNotContain("50k");
  }

  @Test
  void aBrowserDrawsResponseTimesInChartsOfTheirOwn() throws Exception {
    String page = new ReportPage(Analysis.of(RateRun.run()), ReportPage.FILES).page().render();
    Browser browser = Browser.find(folder);
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("report.html"), page));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom().replaceAll("(?s)<script.*?</script>", ""))
        .contains(
            "Response time at a rate", "Response times at a rate", "31.2k", "queue kept growing")
        .doesNotContain("Service time");
  }
}
