package dev.storagebench.datasets.inspect;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.inspect.InspectionReport.SizeSummary;
import org.HdrHistogram.Histogram;

/** Counts sizes in constant memory, some 150 KiB. */
final class Sizes {
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(RecordReader.MAX_VALUE_BYTES, DIGITS);
  private long sum;
  private int min = Integer.MAX_VALUE;
  private int max;

  void add(int bytes) {
    histogram.recordValue(bytes);
    sum += bytes;
    min = Math.min(min, bytes);
    max = Math.max(max, bytes);
  }

  long sum() {
    return sum;
  }

  /** The distribution of at least one size. */
  SizeSummary summary() {
    return new SizeSummary(
        min,
        percentile(10),
        percentile(50),
        percentile(90),
        percentile(99),
        percentile(99.9),
        max,
        (double) sum / histogram.getTotalCount());
  }

  private long percentile(double percent) {
    return Math.max(min, Math.min(max, histogram.getValueAtPercentile(percent)));
  }
}
