package dev.storagebench.core.openloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.Result;

class OperationTimesTest {

  private static OperationTimes times(long nanos, long count) {
    Histogram histogram = new Histogram(Pacer.LONGEST_NANOS, Pacer.DIGITS);
    histogram.recordValueWithCount(nanos, count);
    return new OperationTimes(OperationTimes.RESPONSE, OperationTimes.encode(histogram));
  }

  /** The mean of the forks' 99th percentiles would be 20,500 µs. */
  @Test
  void forksArePutTogetherAsHistograms() {
    OperationTimes all =
        times(1_000_000, 9_950)
            .getIterationAggregator()
            .aggregate(List.of(times(1_000_000, 9_950), times(40_000_000, 50)));
    assertThat(all.getStatistics().getN()).isEqualTo(10_000);
    assertThat(derived(all, "responseTime.p99")).isCloseTo(1_000, within(1.0));
    assertThat(derived(all, "responseTime.p99.9")).isCloseTo(40_000, within(40.0));
    assertThat(derived(all, "responseTime.max")).isCloseTo(40_000, within(40.0));
  }

  private static double derived(OperationTimes times, String name) {
    return times.getDerivativeResults().stream()
        .filter(each -> each.getLabel().equals(name))
        .mapToDouble(Result::getScore)
        .findAny()
        .orElseThrow();
  }

  /** As they are kept for a run that goes on. */
  @Test
  void theyAreTheSameOnceSerializedAndRead() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(times(1_000_000, 10));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      OperationTimes read = (OperationTimes) in.readObject();
      assertThat(read.getStatistics().getN()).isEqualTo(10);
      assertThat(derived(read, "responseTime.p50")).isCloseTo(1_000, within(1.0));
    }
  }
}
