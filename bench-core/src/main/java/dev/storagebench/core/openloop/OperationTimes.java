package dev.storagebench.core.openloop;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarDerivativeResult;
import org.openjdk.jmh.util.MultisetStatistics;

/**
 * Times of operations as a JMH result: their mean, with all percentiles in the JSON and the common
 * ones by name. The histograms of several forks are merged.
 */
public final class OperationTimes extends Result<OperationTimes> {
  private static final long serialVersionUID = 1L;

  /** The name of times from the arrival to the end of an operation, in an open loop. */
  public static final String RESPONSE = "responseTime";

  /** The name of times from the start to the end of an operation, recorded by the benchmark. */
  public static final String SERVICE = "serviceTime";

  private static final String UNIT = "us";
  private static final double NANOS_PER_MICRO = 1e3;
  private static final List<String> PERCENTILES = List.of("50", "90", "95", "99", "99.9");

  private final String encoded;

  /**
   * A fork's times.
   *
   * @param name {@link #RESPONSE} or {@link #SERVICE}; those of percentiles begin with it
   * @param encoded in nanoseconds, as {@link #encode} writes it; not empty
   */
  public OperationTimes(String name, String encoded) {
    super(ResultRole.SECONDARY, name, statistics(encoded), UNIT, AggregationPolicy.AVG);
    this.encoded = encoded;
  }

  /** Whether a result of this name is a percentile, or the largest, of such times. */
  public static boolean isDerived(String name) {
    return name.startsWith(RESPONSE + ".") || name.startsWith(SERVICE + ".");
  }

  private static MultisetStatistics statistics(String encoded) {
    MultisetStatistics statistics = new MultisetStatistics();
    for (HistogramIterationValue each : decode(encoded).recordedValues()) {
      statistics.addValue(
          each.getValueIteratedTo() / NANOS_PER_MICRO, each.getCountAtValueIteratedTo());
    }
    return statistics;
  }

  @Override
  protected Collection<? extends Result<?>> getDerivativeResults() {
    List<ScalarDerivativeResult> named = new ArrayList<>();
    for (String each : PERCENTILES) {
      named.add(derived("p" + each, getStatistics().getPercentile(Double.parseDouble(each))));
    }
    named.add(derived("max", getStatistics().getMax()));
    return named;
  }

  private ScalarDerivativeResult derived(String name, double micros) {
    return new ScalarDerivativeResult(getLabel() + "." + name, micros, UNIT, AggregationPolicy.AVG);
  }

  @Override
  protected Aggregator<OperationTimes> getThreadAggregator() {
    return OperationTimes::together;
  }

  @Override
  protected Aggregator<OperationTimes> getIterationAggregator() {
    return OperationTimes::together;
  }

  private static OperationTimes together(Collection<OperationTimes> results) {
    Histogram all = merged(results.stream().map(each -> each.encoded).toList());
    return new OperationTimes(results.iterator().next().getLabel(), encode(all));
  }

  /** The times of several threads, forks or clients in one histogram. */
  public static Histogram merged(List<String> encoded) {
    Histogram all = new Histogram(Pacer.DIGITS);
    encoded.forEach(each -> all.add(decode(each)));
    return all;
  }

  /**
   * A whole histogram as a line of text: the compressed encoding in Base64.
   *
   * @see <a href="https://hdrhistogram.org">HdrHistogram and its encoding</a>
   */
  public static String encode(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  /**
   * Decodes a histogram.
   *
   * @throws IllegalArgumentException if the text is invalid
   */
  public static Histogram decode(String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("invalid histogram in the result log", e);
    }
  }
}
