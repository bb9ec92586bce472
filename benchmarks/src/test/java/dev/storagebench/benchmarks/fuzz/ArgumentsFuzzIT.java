package dev.storagebench.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.analysis.suite.SuiteReader;
import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.datasets.fuzz.Fuzz;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Sizes, times, rates, numbers and candidates, as people write them. */
@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class ArgumentsFuzzIT {
  private static Fuzz arguments(String name, String... examples) {
    return Fuzz.of(name, List.of(examples), IllegalArgumentException.class);
  }

  @Test
  void sizes() {
    arguments("sizes", "4096", "64k", "512m", "3g", "1.5t", "0.33x", "0.33x+160m", "0", "2GB")
        .check(
            500_000,
            input -> {
              SizeSpec size = SizeSpec.parse(input);
              assertThat(size.fixedBytes()).isNotNegative();
              assertThat(size.ratio()).isBetween(0.0, Double.MAX_VALUE);
              assertThat(size.bytes(1L << 40)).isNotNegative();
            });
    arguments("memory", "none", "fits", "tight", "3g", "0.5x")
        .check(
            250_000,
            input ->
                assertThat(MemorySpec.parse(input).limitBytes(1L << 40).orElse(0L))
                    .isNotNegative());
  }

  @Test
  void times() {
    arguments("times", "500ms", "90s", "3.5m", "2h")
        .check(250_000, input -> assertThat(SuiteReader.time(input).isNegative()).isFalse());
  }

  @Test
  void rates() {
    arguments("rates", "500", "50k", "1m", "recorded", "recorded:10", "none")
        .check(
            250_000,
            input ->
                assertThat(Rate.parse(Rate.canonical(input)).map(Rate::toString))
                    .isEqualTo(Rate.parse(input).map(Rate::toString)));
  }

  @Test
  void numbers() {
    arguments("numbers", "1", "10000")
        .check(
            250_000,
            input ->
                assertThat(Parameter.whole("rounds", input, 1, 10_000)).isBetween(1L, 10_000L));
    arguments("shares", "3%", "0.03")
        .check(250_000, input -> assertThat(Precision.parse(input)).isStrictlyBetween(0.0, 1.0));
  }

  @Test
  void candidates() {
    arguments(
            "candidates",
            "rocksdb,lmdb",
            "rocksdb@9.10.0,rocksdb",
            "tuned=rocksdb{max_background_jobs=4;block_based_table_factory={block_size=4k;x=(1,2)}}",
            "mysql{format=compressed8;flag}")
        .check(
            1_000_000,
            input ->
                assertThat(Candidate.parseList(input))
                    .allSatisfy(
                        each -> assertThat(Candidate.parse(each.toString())).isEqualTo(each)));
  }

  @Test
  void parameters() {
    Map<String, String> valid = new LinkedHashMap<>(Workloads.defaults("PointRead"));
    valid.put("engine", "noop");
    String[] examples =
        valid.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .toArray(String[]::new);
    arguments("parameters", examples)
        .check(
            500_000,
            input -> {
              Map<String, String> given = new LinkedHashMap<>(valid);
              int equals = input.indexOf('=');
              String name = equals < 0 ? Parameter.MEMORY.key() : input.substring(0, equals);
              given.put(name, input.substring(equals + 1));
              Parameters asked = new Parameters(given);
              assertThat(asked.get(Parameter.DATASET).recordFormat()).isNotNull();
              Workloads.named("PointRead").validate(asked);
            });
  }
}
