package dev.storagebench.analysis.result;

import static dev.storagebench.analysis.compare.Runs.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.core.openloop.OperationTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeHistogramsTest {
  @TempDir private Path folder = Path.of("");

  private static CellResult round(int round, long nanos, long count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, count);
    return new CellResult(
        cell("Point, Read", "lmdb"),
        round,
        Status.MEASURED,
        null,
        2.5,
        null,
        List.of(),
        OperationTimes.encode(histogram),
        null,
        List.of(),
        null);
  }

  /** The median of 990 short and 10,000 long ones is long; the mean of two medians is neither. */
  @Test
  void roundsAreMergedAsHistograms() {
    Histogram merged =
        TimeHistograms.merged(List.of(round(0, 1_000, 990), round(1, 8_000, 10_000))).orElseThrow();
    assertThat(merged.getTotalCount()).isEqualTo(10_990);
    List<Percentile> percentiles = TimeHistograms.percentiles(merged);
    assertThat(percentiles)
        .filteredOn(each -> each.percent() == 50)
        .singleElement()
        .satisfies(each -> assertThat(each.value()).isCloseTo(8, within(0.01)));
    assertThat(percentiles)
        .filteredOn(each -> each.percent() == 5)
        .singleElement()
        .satisfies(each -> assertThat(each.value()).isCloseTo(1, within(0.001)));
  }

  /** Sorted: 9 of 1 µs, 81 of 2 µs, 10 of 500 µs; 95 of them are all but five of the slow ones. */
  @Test
  void theTrimmedMeanLeavesOutTheSlowest() {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1_000, 9);
    histogram.recordValueWithCount(2_000, 81);
    histogram.recordValueWithCount(500_000, 10);
    assertThat(TimeHistograms.trimmedMean(histogram, 90)).isCloseTo(171.0 / 90, within(0.01));
    assertThat(TimeHistograms.trimmedMean(histogram, 95)).isCloseTo(2671.0 / 95, within(0.05));
    assertThat(TimeHistograms.trimmedMean(histogram, 100))
        .isCloseTo(histogram.getMean() / 1e3, within(1e-6));
  }

  /** A line of {@code cells.jsonl} has what a line of such a log has. */
  @Test
  void hdrHistogramsOwnProcessorReadsWhatIsKept() throws Exception {
    Files.write(
        folder.resolve("cell.hlog"),
        List.of(
            "#[Histogram log format version 1.3]",
            "0.0,2.5,0.0," + round(0, 1_000, 7).histogram(),
            "2.5,2.5,0.0," + round(1, 8_000, 9).histogram()));
    assertThat(percentiles("cell.hlog"))
        .contains("Total count    =           16", "Max     =        0.008");
  }

  /** What the processor makes of a log, in milliseconds. */
  private String percentiles(String log) throws Exception {
    String out = folder.resolve(log + ".out").toString();
    Thread processor =
        new HistogramLogProcessor(new String[] {"-i", folder.resolve(log).toString(), "-o", out});
    processor.start();
    processor.join();
    return Files.readString(Path.of(out + ".hgrm"));
  }
}
