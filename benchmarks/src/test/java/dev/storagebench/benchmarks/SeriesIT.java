package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Long measurements are recorded second by second, and add up to what JMH counted. */
class SeriesIT {
  private static final int SECONDS = 11;

  @TempDir private Path folder;

  private Finished run(String seconds) throws Exception {
    return new Jar(folder)
        .run(
            ("--engines mvstore --durability none --steady-within 0 --workloads read,write --records 2000 --rounds 1"
                    + " --threads 2 --warm-up 0.5 --seconds "
                    + seconds
                    + " --out run")
                .split(" "));
  }

  @Test
  void secondsAddUpToTheScoreAndAreInAllOutputs() throws Exception {
    Finished finished = run("" + SECONDS);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      double operations = 0;
      for (JsonNode second : cell.get("report").get("after").get("series")) {
        operations += second.get("measured").asBoolean() ? second.get("operations").asDouble() : 0;
      }
      assertThat(operations / SECONDS)
          .as(cell.toString())
          .isCloseTo(cell.get("score").get("value").asDouble(), withinPercentage(5));
    }
    assertThat(Files.readString(folder.resolve("run/results.csv")))
        .contains("slowestSecond", "longestStall", "stalledSeconds");
    assertThat(finished.out()).contains("Second by second", "slowest second", "longest stall", "°");
  }

  @Test
  void shortOnesAreNot() throws Exception {
    assertThat(run("0.2").exitCode()).isZero();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      assertThat(cell.get("report").get("after").path("series")).isEmpty();
    }
  }
}
