package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class ProfilerNameShortenerTest {
  private static String shortened(Map<String, String> own) {
    Map<String, String> all = Workloads.defaults("PointRead");
    all.putAll(own);
    return ProfilerNameShortener.shortened(params(), new Parameters(all)).id();
  }

  private static BenchmarkParams params() {
    IterationParams iteration =
        new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);
    return new BenchmarkParams(
        "dev.storagebench.core.benchmark.PointRead.get",
        "generated",
        true,
        2,
        new int[] {1},
        List.of(),
        1,
        0,
        iteration,
        iteration,
        Mode.Throughput,
        new WorkloadParams(),
        TimeUnit.SECONDS,
        1,
        "java",
        List.of(),
        "17",
        "vm",
        "17",
        "1.37",
        TimeValue.hours(1));
  }

  @Test
  void theNameOfAFolderHasOnlyWhatIsUnusual() {
    assertThat(shortened(Map.of("engine", "lmdb", "memory", "tight")))
        .startsWith("PointRead.get-Throughput-")
        .contains("engine-lmdb", "memory-tight")
        .doesNotContain("bloomBits")
        .hasSizeLessThan(100);
  }

  @Test
  void whatIsLongEvenSoGetsADigest() {
    String file = "amazon:" + "/folder".repeat(50);
    String one = shortened(Map.of("dataset", file));
    String other = shortened(Map.of("dataset", file + "2"));
    assertThat(one).hasSizeLessThan(100).isNotEqualTo(other);
  }

  @Test
  void profilersAndTheirOptionsAreHandedOnTogether() throws Exception {
    assertThat(new ProfilerNameShortener("jfr:configName=default\ngc").getDescription())
        .contains("Flight", "GC");
  }
}
