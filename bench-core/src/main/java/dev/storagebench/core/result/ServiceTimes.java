package dev.storagebench.core.result;

import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.run.Cell;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;

/**
 * Sampled times as whole histograms, in nanoseconds. Rounds are merged as histograms: a mean of
 * percentiles is a percentile of nothing.
 *
 * @see <a href="https://hdrhistogram.org">HdrHistogram, its encoding and its log format</a>
 */
public final class ServiceTimes {
  // Values are told apart to one in a thousand, which is finer than JMH's own buckets.
  private static final int DIGITS = 3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double[] PERCENTS = {
    0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.9, 99.99, 100
  };

  private ServiceTimes() {}

  /** A fork's histogram, compressed and in Base64; null if it sampled no times. */
  static @Nullable String of(RunResult run) {
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
    return encode(histogram);
  }

  static String encode(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  private static Histogram decode(String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a histogram in the log cannot be read", e);
    }
  }

  /** The histogram of several rounds together; empty if any of them has none. */
  public static Optional<Histogram> merged(List<CellResult> rounds) {
    Histogram merged = new Histogram(DIGITS);
    for (CellResult round : rounds) {
      if (round.histogram() == null) {
        return Optional.empty();
      }
      merged.add(decode(round.histogram()));
    }
    return rounds.isEmpty() ? Optional.empty() : Optional.of(merged);
  }

  /** Its percentiles in microseconds. */
  public static List<Percentile> percentiles(Histogram histogram) {
    List<Percentile> percentiles = new ArrayList<>();
    for (double percent : PERCENTS) {
      double nanos =
          percent == 0 ? histogram.getMinValue() : histogram.getValueAtPercentile(percent);
      percentiles.add(new Percentile(percent, nanos / 1000));
    }
    return percentiles;
  }

  /**
   * Writes all histograms as a histogram log: an interval for each round of a cell, one behind the
   * other, with a tag of engine, workload, threads, memory and round. Values are nanoseconds.
   */
  public static void write(List<CellResult> results, Path file) throws IOException {
    HistogramLogWriter log = new HistogramLogWriter(file.toFile());
    try {
      log.outputComment("[Storage Bench: service times in nanoseconds]");
      log.outputLogFormatVersion();
      log.outputLegend();
      double start = 0;
      for (CellResult result : results) {
        if (result.histogram() != null) {
          Histogram histogram = decode(result.histogram());
          histogram.setTag(tag(result));
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
  private static String tag(CellResult result) {
    Cell cell = result.cell();
    return String.format(
            Locale.ROOT,
            "%s/%s/t%d/%s/round%d",
            cell.engine(),
            cell.workload().replace(" service time", ""),
            cell.threads(),
            cell.parameters().getOrDefault("memory", "none"),
            result.round() + 1)
        .replaceAll("[,\\s]", "_");
  }
}
