package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.CsvResults;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark that takes service times itself has those of all rounds' samples in all outputs. */
class MergedTimesTest {
  @TempDir private Path folder = Path.of("");

  private final Histogram all = new Histogram(3);

  /** Rounds of other lengths and speeds, so that no mean of their percentiles is a percentile. */
  private List<CellResult> rounds() {
    Cell cell = Runs.cell("Transaction", "mysql", "workload", "point_select");
    Random random = new Random(5);
    List<CellResult> results = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      Histogram own = new Histogram(3);
      for (int i = 0; i < 1_000 * (round * round + 1); i++) {
        long nanos = (long) (2e5 * (round + 1) * Math.exp(random.nextGaussian()));
        own.recordValue(nanos);
        all.recordValue(nanos);
      }
      CellResult measured = Runs.measured(cell, round, 1_000 * (round + 1));
      results.add(
          new CellResult(
              cell,
              round,
              measured.status(),
              null,
              10,
              measured.score(),
              List.of(),
              OperationTimes.encode(own),
              null,
              List.of(),
              null));
    }
    return results;
  }

  @Test
  void percentilesInAllOutputsAreThoseOfAllSamples() throws IOException {
    List<CellResult> rounds = rounds();
    double p99 = all.getValueAtPercentile(99) / 1e3;
    assertThat(CellScore.of("p99", rounds).orElseThrow().value()).isEqualTo(p99);
    assertThat(CellScore.of("mean", rounds).orElseThrow().value())
        .isCloseTo(all.getMean() / 1e3, within(1e-6));
    double trimmed = CellScore.of("tm95", rounds).orElseThrow().value();
    assertThat(trimmed).isBetween(all.getValueAtPercentile(50) / 1e3, all.getMean() / 1e3);
    Manifest run = Runs.run("cpu", rounds);
    String shown = Figures.micros(p99);
    assertThat(RunText.of(Analysis.of(run)).text(TextStyle.NONE)).contains(shown);
    assertThat(RunText.of(Analysis.of(run)).markdown()).contains(shown);
    Path csv = folder.resolve("results.csv");
    CsvResults.write(rounds, csv);
    assertThat(Files.readAllLines(csv))
        .filteredOn(line -> line.contains(",score,,99,"))
        .singleElement()
        .asString()
        .contains(",score,,99," + p99 + ",us,");
    assertThat(chart(run)).contains(new Percentile(99, p99), new Percentile(50, median()));
  }

  private double median() {
    return all.getValueAtPercentile(50) / 1e3;
  }

  /** The points of the page's one chart of service times. */
  private static List<Percentile> chart(Manifest run) {
    List<?> views = (List<?>) new ReportPage(Analysis.of(run), List.of()).data().get("views");
    return views.stream()
        .map(ReportPage.Section.class::cast)
        .filter(section -> section.title().equals("Service time"))
        .flatMap(section -> section.tables().stream())
        .flatMap(table -> table.distributions().stream())
        .flatMap(List::stream)
        .toList();
  }
}
