package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Operations at a rate, as a user asks for them. */
class RateIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path folder;

  @Test
  void jmhsResultsHaveResponseTimesAndWhatWasAchieved() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                ("PointRead -p engine=lmdb -p rate=500 --dataset reviews:records=1000 -t 2 -f 1"
                        + " -wi 1 -w 300ms -i 2 -r 500ms -rf json -rff x.json")
                    .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    JsonNode secondary =
        JSON.readTree(folder.resolve("x.json").toFile()).get(0).get("secondaryMetrics");
    JsonNode times = secondary.get("responseTime");
    assertThat(times.get("score").asDouble()).isPositive();
    assertThat(times.get("scorePercentiles").get("99.9").asDouble())
        .isGreaterThanOrEqualTo(secondary.get("responseTime.p50").get("score").asDouble());
    assertThat(secondary.get("rate.asked").get("score").asDouble()).isEqualTo(500);
    assertThat(secondary.get("rate.achieved").get("score").asDouble()).isBetween(1.0, 1500.0);
  }

  @Test
  void aRunHasResponseTimesBesideServiceTimesOnTheSameWork() throws Exception {
    Jar jar = new Jar(folder);
    Finished finished =
        jar.run(
            ("--engines lmdb,noop --workloads read,mix95 --threads 2 --nearest --rounds 1"
                    + " --steady-within 0 --warm-up 0.1 --seconds 0.4 --out run"
                    + " --rate 500,2m --dataset reviews:records=1000")
                .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).contains("PointRead response time at 500 op/s", "ReadWriteMix 95");
    Map<String, Set<String>> digests = new HashMap<>();
    int paced = 0;
    for (JsonNode cell : jar.cells("run")) {
      assertThat(cell.get("status").asString()).isEqualTo("MEASURED");
      JsonNode parameters = cell.get("cell").get("parameters");
      digests
          .computeIfAbsent(
              cell.get("cell").get("benchmark").asString()
                  + parameters.path("readPercent").asString(""),
              work -> new HashSet<>())
          .add(cell.get("report").get("work").get("operationDigest").asString());
      if (!parameters.path("rate").asString("none").equals("none")) {
        paced++;
        assertThat(cell.get("histogram").asString()).isNotEmpty();
        JsonNode after = cell.get("report").get("after");
        assertThat(after.get("openLoop").get("iterations")).isNotEmpty();
        // It stands beside the report, once.
        assertThat(after.get("times").isNull()).isTrue();
      }
    }
    assertThat(paced).isEqualTo(2 * 2 * 2);
    // At a rate or not, every engine is given the same operations.
    assertThat(digests).hasSize(2).allSatisfy((work, each) -> assertThat(each).hasSize(1));
    assertThat(Files.readString(folder.resolve("run/results.csv")))
        .contains(",responseTime,,99.0,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rate fast",
        "PointRead -p engine=noop -p rate=50q",
        "PointRead -p engine=noop -p rate=1k -bm sample",
        "suite movies --rate 0",
        "suite sweep --rate -1"
      })
  void aWrongRateIsAUsageError(String arguments) throws Exception {
    Finished finished = new Jar(folder).run(arguments.split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
    assertThat(finished.out()).contains("rate").doesNotContain("\tat ");
  }
}
