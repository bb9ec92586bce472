package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.Parameter;
import java.util.LinkedHashMap;
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
  private static final int LONGEST_FILE_NAME = 255;

  private static BenchmarkParams params(Map<String, String> own) {
    Map<String, String> all = new LinkedHashMap<>(Parameter.conditionDefaults());
    all.putAll(own);
    WorkloadParams parameters = new WorkloadParams();
    int index = 0;
    for (Map.Entry<String, String> each : all.entrySet()) {
      parameters.put(each.getKey(), each.getValue(), index++);
    }
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
        parameters,
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
    BenchmarkParams params = params(Map.of("engine", "lmdb", "memory", "tight"));
    assertThat(params.id().length()).isGreaterThan(LONGEST_FILE_NAME - 50);
    assertThat(ProfilerNameShortener.shortened(params).id())
        .startsWith("PointRead.get-Throughput-")
        .contains("engine-lmdb", "memory-tight")
        .doesNotContain("bloomBits")
        .hasSizeLessThan(100);
  }

  @Test
  void whatIsLongEvenSoGetsADigest() {
    String file = "amazon:" + "/folder".repeat(50);
    String one = ProfilerNameShortener.shortened(params(Map.of("dataset", file))).id();
    String other = ProfilerNameShortener.shortened(params(Map.of("dataset", file + "2"))).id();
    assertThat(one).hasSizeLessThan(100).isNotEqualTo(other);
  }

  @Test
  void profilersAndTheirOptionsAreHandedOnTogether() throws Exception {
    assertThat(new ProfilerNameShortener("jfr:configName=default\ngc").getDescription())
        .contains("Flight", "GC");
  }
}
