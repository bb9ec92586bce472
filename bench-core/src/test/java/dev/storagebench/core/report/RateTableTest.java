package dev.storagebench.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Runs;
import dev.storagebench.core.compare.Speeds;
import dev.storagebench.core.report.html.Browser;
import dev.storagebench.core.run.Cell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of a rate, and what is kept apart from it. */
class RateTableTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void theTableTellsWhoKeptUpAndTheHarnessStandsLast() {
    String table = RateTable.render(RateRun.run().results(), Cell::label, Ink.NONE);
    assertThat(table.lines().toList().get(2))
        .contains("PointRead at 50k op/s, t2", "lmdb", "50.0k");
    assertThat(table.lines().toList().get(3)).contains("rocksdb", "31.2k!");
    assertThat(table.lines().toList().get(4)).contains("noop", "1.00µs");
    assertThat(table.lines().filter(line -> line.contains("did not keep up"))).hasSize(1);
    assertThat(
            RateTable.render(Runs.rounds(Runs.cell("PointRead", "lmdb"), 1), Cell::label, Ink.NONE))
        .isEmpty();
  }

  @Test
  void aRateThatWasTooHighIsADoubt() {
    assertThat(new Doubts(RateRun.run().results()).notes())
        .singleElement()
        .asString()
        .startsWith("did not keep up")
        .endsWith("rocksdb PointRead response time at 50k op/s (31.2k of 50k/s)");
  }

  @Test
  void throughputServiceTimeAndResponseTimeAreDifferentMeasures() {
    Map<String, Measure.Figure> measures = new TreeMap<>();
    Speeds.of(RateRun.run().results())
        .byMeasure()
        .keySet()
        .forEach(measure -> measures.put(measure.shortName(), measure.figure()));
    assertThat(measures)
        .containsExactly(
            Map.entry("PointRead", Measure.Figure.THROUGHPUT),
            Map.entry("PointRead response time at 50k op/s p50", Measure.Figure.MEDIAN_TIME),
            Map.entry("PointRead response time at 50k op/s p99", Measure.Figure.P99_TIME));
  }

  @Test
  void theSummaryHasNoColumnOfAchievedRatesBesideThroughputs() {
    String text = new SummaryTable(RateRun.run().results(), Map.of()).render(Ink.NONE);
    assertThat(text.lines().toList().get(1)).contains("PointRead op/s").doesNotContain("50k");
    assertThat(text).contains("response time at a rate", "did not keep up");
  }

  @Test
  void aBrowserDrawsResponseTimesInChartsOfTheirOwn() throws Exception {
    String page = new ReportPage().render(RateRun.run());
    assertThat(ReportPage.model(RateRun.run()).distributions()).isEmpty();
    Browser browser = Browser.find(folder);
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("report.html"), page));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom().replaceAll("(?s)<script.*?</script>", ""))
        .contains("Response time at a rate", "What came of the rates", "31.2k", "its queue grew")
        .doesNotContain("Service time of a read");
  }
}
