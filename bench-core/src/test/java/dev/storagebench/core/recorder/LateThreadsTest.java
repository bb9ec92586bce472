package dev.storagebench.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class LateThreadsTest {
  private static final long NANOS = 500_000_000;

  /** Half a second of threads that each did some operations, of three queries, in a time. */
  private static IterationResult iteration(List<Integer> operations, List<Long> nanos) {
    IterationParams half =
        new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.nanoseconds(NANOS), 1);
    BenchmarkParams params =
        new BenchmarkParams(
            "a.B.c",
            "",
            true,
            operations.size(),
            new int[] {operations.size()},
            List.of(),
            1,
            0,
            half,
            half,
            Mode.Throughput,
            new WorkloadParams(),
            TimeUnit.SECONDS,
            1,
            "",
            List.of(),
            "",
            "",
            "",
            "",
            TimeValue.seconds(1));
    long all = operations.stream().mapToLong(each -> each).sum();
    IterationResult result =
        new IterationResult(params, half, new IterationResultMetaData(all, all));
    for (int i = 0; i < operations.size(); i++) {
      int done = operations.get(i);
      TimeUnit unit = TimeUnit.SECONDS;
      result.addResult(new ThroughputResult(ResultRole.PRIMARY, "c", done, nanos.get(i), unit));
      result.addResult(
          new ThroughputResult(ResultRole.SECONDARY, "queries", 3 * done, nanos.get(i), unit));
    }
    LateThreads.correct(result);
    return result;
  }

  @Test
  void aThreadThatCameTooLateDoesNotCountAsIfItHadWorkedAllTheTime() {
    // By JMH 100 + 20,000 operations a second, of 51 in half a second.
    IterationResult late = iteration(List.of(50, 1), List.of(NANOS, 50_000L));
    assertThat(late.getPrimaryResult().getScore()).isCloseTo(102, within(1e-6));
    assertThat(late.getSecondaryResults().get("queries").getScore()).isCloseTo(306, within(1e-6));
  }

  @Test
  void aThreadAloneStaysAsItWas() {
    // The only one of two that did not fail.
    IterationResult alone = iteration(List.of(1), List.of(50_000L));
    assertThat(alone.getPrimaryResult().getScore()).isCloseTo(20_000, within(1e-6));
  }

  @Test
  void threadsWhoseLastOperationsEndedLaterStayAsTheyWere() {
    IterationResult usual = iteration(List.of(50, 10), List.of(NANOS + NANOS / 10, 2 * NANOS));
    assertThat(usual.getPrimaryResult().getScore()).isCloseTo(50 / 0.55 + 10 / 1.0, within(1e-6));
  }
}
