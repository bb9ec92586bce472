package dev.storagebench.analysis.result;

import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.suite.CellNames;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.openloop.OperationTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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

  /** Whether any of the results has times. */
  public static boolean areIn(List<CellResult> results) {
    return results.stream().anyMatch(each -> each.histogram() != null || !bySecond(each).isEmpty());
  }

  private record Interval(double start, double length, String times) {}

  /**
   * Writes the histograms of each cell as a log of its own, an interval for each round, and of what
   * was recorded second by second one for each round, an interval for each second. They have no
   * tags: that is what HdrHistogram's {@code HistogramLogProcessor} and its viewers read. Values
   * are nanoseconds.
   *
   * @param folder gets the files, named by their cells
   */
  public static void write(List<CellResult> results, Path folder) throws IOException {
    Files.createDirectories(folder);
    Map<Cell, List<CellResult>> byCell = CellResult.byCell(results);
    CellNames names = new CellNames(List.copyOf(byCell.keySet()));
    for (Map.Entry<Cell, List<CellResult>> each : byCell.entrySet()) {
      String title = title(each.getKey(), names);
      List<Interval> rounds = new ArrayList<>();
      double start = 0;
      for (CellResult round : each.getValue()) {
        if (round.histogram() != null) {
          rounds.add(new Interval(start, round.seconds(), round.histogram()));
          start += round.seconds();
        }
        write(title + " by second round " + (round.round() + 1), bySecond(round), folder);
      }
      write(title, rounds, folder);
    }
  }

  private static List<Interval> bySecond(CellResult round) {
    return round.reported().series().stream()
        .filter(each -> each.times() != null)
        .map(each -> new Interval(each.start(), each.length(), each.times()))
        .toList();
  }

  private static String title(Cell cell, CellNames names) {
    String name = names.of(cell);
    boolean named = cell.mode() == Mode.SampleTime || cell.rate().isPresent();
    return named ? name : name + " service time";
  }

  private static void write(String title, List<Interval> intervals, Path folder)
      throws IOException {
    if (intervals.isEmpty()) {
      return;
    }
    Path file = folder.resolve(title.replaceAll("[^\\w.@+-]+", "-") + ".hlog");
    HistogramLogWriter log = new HistogramLogWriter(file.toFile());
    try {
      log.outputComment("[Storage Bench: %s in nanoseconds]".formatted(title));
      log.outputLogFormatVersion();
      log.outputLegend();
      for (Interval each : intervals) {
        log.outputIntervalHistogram(
            each.start,
            each.start + each.length,
            OperationTimes.decode(each.times),
            NANOS_PER_SECOND / 1000);
      }
    } finally {
      log.close();
    }
  }
}
