package dev.storagebench.core.result;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.suite.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogWriter;
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
  private static final double NANOS_PER_SECOND = 1e9;
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
    Histogram merged = new Histogram(DIGITS);
    for (CellResult round : rounds) {
      if (round.histogram() == null) {
        return Optional.empty();
      }
      merged.add(OperationTimes.decode(round.histogram()));
    }
    return rounds.isEmpty() ? Optional.empty() : Optional.of(merged);
  }

  /** Its percentiles in microseconds. */
  public static List<Percentile> percentiles(Histogram histogram) {
    List<Percentile> percentiles = new ArrayList<>();
    for (double percent : CellResult.PERCENTS) {
      percentiles.add(new Percentile(percent, micros(histogram, percent)));
    }
    return percentiles;
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

  /**
   * Writes the histograms of either kind as a histogram log: an interval for each round of a cell,
   * one behind the other, with a tag of engine, workload, kind, threads, memory and round. Values
   * are nanoseconds.
   *
   * @param atARate response times, of cells with a rate; else service times
   */
  public static void write(List<CellResult> results, boolean atARate, Path file)
      throws IOException {
    String kind = atARate ? "response time" : "service time";
    HistogramLogWriter log = new HistogramLogWriter(file.toFile());
    try {
      log.outputComment("[Storage Bench: " + kind + "s in nanoseconds]");
      log.outputLogFormatVersion();
      log.outputLegend();
      double start = 0;
      for (CellResult result : results) {
        if (result.histogram() != null && result.cell().rate().isPresent() == atARate) {
          Histogram histogram = OperationTimes.decode(result.histogram());
          histogram.setTag(tag(result, kind));
          log.outputIntervalHistogram(
              start, start + result.seconds(), histogram, NANOS_PER_SECOND / 1000);
        }
        start += result.seconds();
      }
    } finally {
      log.close();
    }
  }

  /** A tag ends at the first comma or blank. */
  private static String tag(CellResult result, String kind) {
    Cell cell = result.cell();
    String workload = cell.workload();
    return String.format(
            Locale.ROOT,
            "%s/%s/t%d/%s/round%d",
            cell.label(),
            workload.contains(kind) ? workload : workload + " " + kind,
            cell.threads(),
            cell.value("memory"),
            result.round() + 1)
        .replaceAll("[,\\s]", "_");
  }
}
