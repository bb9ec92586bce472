package dev.storagebench.datasets.inspect;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.inspect.InspectionReport.SizeRange;
import dev.storagebench.datasets.inspect.InspectionReport.SizeSummary;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Counts sizes in constant memory, some 150 KiB. */
final class Sizes {
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(RecordReader.MAX_VALUE_BYTES, DIGITS);

  /** Sizes by the number of bits they take; the histogram's own steps are not powers of two. */
  private final long[] byBits = new long[Integer.SIZE];

  private long sum;
  private int min = Integer.MAX_VALUE;
  private int max;

  void add(int bytes) {
    histogram.recordValue(bytes);
    byBits[bits(bytes)]++;
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

  /** A histogram from the smallest to the largest size, empty ranges included. */
  List<SizeRange> ranges() {
    List<SizeRange> ranges = new ArrayList<>();
    for (int bits = bits(min); bits <= bits(max); bits++) {
      long from = bits == 0 ? 0 : 1L << (bits - 1);
      ranges.add(new SizeRange(from, (1L << bits) - 1, byBits[bits]));
    }
    return ranges;
  }

  private static int bits(int size) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size);
  }
}
