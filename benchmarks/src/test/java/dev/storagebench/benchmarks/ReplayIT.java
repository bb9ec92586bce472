package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A trace replayed as a user asks for it. */
class ReplayIT {
  private static final int OPERATIONS = 20_000;

  @TempDir private Path folder;

  @BeforeEach
  void writeTrace() throws Exception {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < OPERATIONS; i++) {
      int kind = random.nextInt(10);
      text.append(
          "%d,k:%d,4,%d,1,%s,0\n"
              .formatted(
                  1_600_000_000 + i / 5000,
                  (int) (1000 * Math.pow(random.nextDouble(), 2)),
                  50 + random.nextInt(200),
                  kind < 7 ? "get" : kind < 8 ? "set" : kind < 9 ? "incr" : "delete"));
    }
    Files.writeString(folder.resolve("t.csv"), text + "1600000004,k:1,3,0,1,flush_all,0\n");
  }

  @Test
  void allEnginesDoTheSameInAClosedLoopAndAtRecordedTimes() throws Exception {
    Jar jar = new Jar(folder);
    Finished finished =
        jar.run(
            "--trace t.csv --rate recorded:10 --engines lmdb,rocksdb --threads 2 --rounds 1 --out run"
                .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out())
        .contains("Operations replayed", "Replay response time at 10 x recorded speed")
        .containsPattern("[\\d,]+ reads hit, [\\d,]+ missed");
    Set<String> digests = new HashSet<>();
    Set<List<Double>> amounts = new HashSet<>();
    int paced = 0;
    for (JsonNode cell : jar.cells("run")) {
      assertThat(cell.get("status").asString()).as(cell.toString()).isEqualTo("MEASURED");
      digests.add(cell.get("report").get("work").get("operationDigest").asString());
      assertThat(cell.get("histogram").asString()).isNotEmpty();
      amounts.add(amounts(cell));
      JsonNode loop = cell.get("report").get("after").get("openLoop");
      if (!loop.isNull()) {
        paced++;
        // 50,000 operations in a second, ten times as fast.
        assertThat(loop.get("perSecond").asDouble()).isBetween(45_000.0, 55_000.0);
        assertThat(loop.get("iterations").get(0).get("done").asLong())
            .isEqualTo(OPERATIONS * 9 / 10);
        assertThat(cell.get("report").get("work").get("wallSeconds").asDouble()).isGreaterThan(0.3);
      }
    }
    assertThat(paced).isEqualTo(2);
    assertThat(digests).hasSize(1);
    assertThat(amounts).hasSize(1);
    List<Double> each = amounts.iterator().next();
    assertThat(each.get(0)).isEqualTo(OPERATIONS * 9 / 10);
    assertThat(each.get(1)).isEqualTo(1);
    assertThat(each).allSatisfy(amount -> assertThat(amount).isPositive());
  }

  private static List<Double> amounts(JsonNode cell) {
    List<Double> amounts = new ArrayList<>();
    for (String name : List.of("operations", "skipped", "hits", "misses", "writes", "deletes")) {
      for (JsonNode score : cell.get("secondary")) {
        if (score.get("name").asString().equals(name)) {
          amounts.add(score.get("value").asDouble());
        }
      }
    }
    return amounts;
  }

  @Test
  void jmhsCommandLineReplaysAndBadTracesAreUsageErrors() throws Exception {
    Jar jar = new Jar(folder);
    Finished finished =
        jar.run("Replay -p engine=noop -p dataset=trace:t.csv;operations=5000 -t 1".split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).contains("Replay.replay:operations", "4500");
    Files.writeString(folder.resolve("x.csv"), "a,b\n1,2\n");
    Finished bad = jar.run("--trace", "x.csv", "--engines", "noop");
    assertThat(bad.exitCode()).as(bad.out()).isNotZero();
    assertThat(bad.out()).contains("x.csv, line 1", "no column for the").doesNotContain("\tat ");
    Finished rate = jar.run("--engines", "noop", "--rate", "recorded");
    assertThat(rate.exitCode()).as(rate.out()).isEqualTo(2);
    assertThat(rate.out()).contains("only Replay has recorded times");
  }
}
