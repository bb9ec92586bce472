package dev.storagebench.analysis.result;

import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.openloop.OperationTimes;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;

/**
 * Times as whole histograms, in nanoseconds: service times of cells that sample them or take them
 * all, response times of cells with a rate. Rounds are merged as histograms: a mean of percentiles
 * is a percentile of nothing.
 *
 * @see <a href="https://hdrhistogram.org">HdrHistogram and its log format</a>
 */
public final class TimeHistograms {
  // One in a thousand is finer than JMH's own buckets.
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1e3;

  private TimeHistograms() {}

  /** A fork's histogram, as {@link OperationTimes} writes it; null if it took no times. */
  static @Nullable String of(RunResult run, CellReport report) {
    CellReport.After after = report.after();
    if (after != null && after.times() != null) {
      return after.times();
    }
    if (run.getParams().getMode() != Mode.SampleTime) {
      return null;
    }
    TimeUnit unit = run.getParams().getTimeUnit();
    double nanos = unit.toNanos(1);
    Histogram histogram = new Histogram(DIGITS);
    Iterator<Map.Entry<Double, Long>> samples = run.getPrimaryResult().getStatistics().getRawData();
    while (samples.hasNext()) {
      Map.Entry<Double, Long> sample = samples.next();
      histogram.recordValueWithCount(Math.round(sample.getKey() * nanos), sample.getValue());
    }
    return OperationTimes.encode(histogram);
  }

  /** The histogram of several rounds together; empty if any of them has none. */
  public static Optional<Histogram> merged(List<CellResult> rounds) {
    List<String> encoded =
        rounds.stream().map(CellResult::histogram).filter(Objects::nonNull).toList();
    return encoded.isEmpty() || encoded.size() < rounds.size()
        ? Optional.empty()
        : Optional.of(OperationTimes.merged(encoded));
  }

  /** Its percentiles in microseconds. */
  public static List<Percentile> percentiles(Histogram histogram) {
    return CellResult.PERCENTS.stream()
        .map(percent -> new Percentile(percent, micros(histogram, percent)))
        .toList();
  }

  /** One of its percentiles in microseconds; that of 0 is its least value. */
  public static double micros(Histogram histogram, double percent) {
    double nanos = percent == 0 ? histogram.getMinValue() : histogram.getValueAtPercentile(percent);
    return nanos / NANOS_PER_MICRO;
  }

  /**
   * The trimmed mean: the mean of the fastest percent, in microseconds. AWS CloudWatch calls it
   * {@code tm95}; the load tool {@code mydbtest} reports it.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html">CloudWatch's
   *     statistics</a>
   */
  static double trimmedMean(Histogram histogram, double percent) {
    double wanted = histogram.getTotalCount() * percent / 100;
    double left = wanted;
    double nanos = 0;
    for (HistogramIterationValue each : histogram.recordedValues()) {
      double taken = Math.min(left, (double) each.getCountAddedInThisIterationStep());
      nanos += taken * histogram.medianEquivalentValue(each.getValueIteratedTo());
      left -= taken;
    }
    return nanos / wanted / NANOS_PER_MICRO;
  }
}
