package dev.storagebench.analysis.result;

import static dev.storagebench.analysis.compare.Runs.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.report.RateRun;
import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.core.openloop.OperationTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
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

  /** A viewer shows what has no tag, and one series a file. */
  @Test
  void hdrHistogramsOwnProcessorReadsTheLogOfEachCell() throws Exception {
    TimeHistograms.write(
        List.of(
            round(0, 1_000, 7),
            RateRun.result(RateRun.cell("lmdb"), 0, 50_000, 2, 3, 4),
            round(1, 8_000, 9)),
        folder);
    assertThat(percentiles("lmdb-Point-Read-service-time.hlog"))
        .contains("Total count    =           16", "Max     =        0.008");
    assertThat(percentiles("lmdb-PointRead-response-time-at-50k-op-s.hlog"))
        .contains("Total count    =            3", "Max     =        0.004");
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve("lmdb-Point-Read-service-time.hlog").toFile())) {
      EncodableHistogram first = reader.nextIntervalHistogram();
      EncodableHistogram second = reader.nextIntervalHistogram();
      assertThat(first.getTag()).isNull();
      assertThat(((Histogram) first).getTotalCount()).isEqualTo(7);
      assertThat(second.getStartTimeStamp()).isGreaterThanOrEqualTo(first.getEndTimeStamp());
      assertThat(((Histogram) second).getMaxValue()).isBetween(7_990L, 8_010L);
      assertThat(reader.nextIntervalHistogram()).isNull();
    }
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
