package dev.storagebench.datasets.inspect;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.inspect.InspectionReport.SizeSummary;
import java.util.IntSummaryStatistics;
import org.HdrHistogram.Histogram;

/** Counts sizes in constant memory, some 150 KiB. */
final class Sizes {
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(RecordReader.MAX_VALUE_BYTES, DIGITS);
  private final IntSummaryStatistics totals = new IntSummaryStatistics();

  void add(int bytes) {
    histogram.recordValue(bytes);
    totals.accept(bytes);
  }

  long sum() {
    return totals.getSum();
  }

  /** The distribution of at least one size. */
  SizeSummary summary() {
    return new SizeSummary(
        totals.getMin(),
        percentile(10),
        percentile(50),
        percentile(90),
        percentile(99),
        percentile(99.9),
        totals.getMax(),
        totals.getAverage());
  }

  private long percentile(double percent) {
    return Math.max(
        totals.getMin(), Math.min(totals.getMax(), histogram.getValueAtPercentile(percent)));
  }
}
