package dev.storagebench.core.openloop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarDerivativeResult;
import org.openjdk.jmh.util.MultisetStatistics;

/**
 * Response times as a result of JMH's: their mean, with all percentiles in its JSON and the usual
 * ones by name. Those of several forks are put together as histograms.
 */
public final class ResponseTimes extends Result<ResponseTimes> {
  private static final long serialVersionUID = 1L;

  /** The name of the result; those of its percentiles begin with it. */
  public static final String NAME = "responseTime";

  private static final String UNIT = "us";
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double[] PERCENTS = {50, 90, 95, 99, 99.9};

  private final String encoded;

  /**
   * A fork's response times.
   *
   * @param encoded in nanoseconds, as {@link EncodedHistogram} writes it; not empty
   */
  public ResponseTimes(String encoded) {
    super(ResultRole.SECONDARY, NAME, statistics(encoded), UNIT, AggregationPolicy.AVG);
    this.encoded = encoded;
  }

  private static MultisetStatistics statistics(String encoded) {
    MultisetStatistics statistics = new MultisetStatistics();
    for (HistogramIterationValue each : EncodedHistogram.decode(encoded).recordedValues()) {
      statistics.addValue(
          each.getValueIteratedTo() / NANOS_PER_MICRO, each.getCountAtValueIteratedTo());
    }
    return statistics;
  }

  @Override
  protected Collection<? extends Result<?>> getDerivativeResults() {
    List<ScalarDerivativeResult> named = new ArrayList<>();
    for (double percent : PERCENTS) {
      String name = percent == Math.rint(percent) ? "%.0f" : "%.1f";
      named.add(
          derived(
              "p" + String.format(Locale.ROOT, name, percent),
              getStatistics().getPercentile(percent)));
    }
    named.add(derived("max", getStatistics().getMax()));
    return named;
  }

  private static ScalarDerivativeResult derived(String name, double micros) {
    return new ScalarDerivativeResult(NAME + "." + name, micros, UNIT, AggregationPolicy.AVG);
  }

  @Override
  protected Aggregator<ResponseTimes> getThreadAggregator() {
    return ResponseTimes::together;
  }

  @Override
  protected Aggregator<ResponseTimes> getIterationAggregator() {
    return ResponseTimes::together;
  }

  private static ResponseTimes together(Collection<ResponseTimes> results) {
    Histogram all = new Histogram(Pace.LONGEST_NANOS, Pace.DIGITS);
    results.forEach(each -> all.add(EncodedHistogram.decode(each.encoded)));
    return new ResponseTimes(EncodedHistogram.of(all));
  }
}
