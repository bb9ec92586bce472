package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class OverwriteIT {
  @TempDir private Path folder;

  @Test
  void threadsWriteTheAmountTogetherAndAreRecordedSecondBySecond() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                "--engines rocksdb,mvstore --nearest --workloads Overwrite --writes 2x,1001k --records 2001 --rounds 1 --threads 2 --steady-within 1 --out run"
                    .split(" "));
    assertThat(new Jar(folder).cells("run"))
        .as(finished.out())
        .hasSize(4)
        .allSatisfy(
            cell -> {
              assertThat(cell.get("status").asString()).isEqualTo("MEASURED");
              assertThat(Jar.figure(cell, "operations"))
                  .isPositive()
                  .isEqualTo(Jar.figure(cell, "writes"))
                  .isEqualTo(measuredOperations(cell));
            })
        .anySatisfy(cell -> assertThat(Jar.figure(cell, "operations")).isEqualTo(2 * 2001));
    assertThat(finished.out()).contains("Overwrite 2x").contains("Overwrite 1001k");
  }

  private static double measuredOperations(JsonNode cell) {
    return StreamSupport.stream(cell.get("report").get("after").get("series").spliterator(), false)
        .filter(each -> each.get("measured").asBoolean())
        .mapToDouble(each -> each.get("operations").asDouble())
        .sum();
  }

  @Test
  void aRangeEndsOnceItIsSteady() throws Exception {
    String out = run("--writes 1x..10000x");
    assertThat(new Jar(folder).cells("run"))
        .as(out)
        .hasSize(1)
        .allSatisfy(
            cell ->
                assertThat(Jar.figure(cell, "operations"))
                    .isBetween(2002.0, 10_000 * 2001.0 - 1)
                    .isEqualTo(Jar.figure(cell, "writes")));
    assertThat(out).doesNotContain("stopped by --at-most");
  }

  @Test
  void atMostEndsItBeforeTheAmountAndIsTold() throws Exception {
    String out = run("--writes 10000x --at-most 2");
    assertThat(new Jar(folder).cells("run"))
        .as(out)
        .hasSize(1)
        .allSatisfy(
            cell ->
                assertThat(Jar.figure(cell, "operations"))
                    .isEqualTo(10_000 * 2001.0 - Jar.figure(cell, "unwritten")));
    assertThat(out)
        .containsPattern(
            "stopped by --at-most before the end: rocksdb, Overwrite 10000x.* operations left\\)");
  }

  @Test
  void deletionsAreRecordedAndEndAfterAtMost() throws Exception {
    String out =
        new Jar(folder)
            .run(
                "--engines rocksdb --workloads Delete --dataset kv:records=3m;key=16;value=16 --rounds 1 --threads 1 --durability sync --at-most 1 --out run"
                    .split(" "))
            .out();
    assertThat(new Jar(folder).cells("run"))
        .as(out)
        .singleElement()
        .satisfies(
            cell ->
                assertThat(Jar.figure(cell, "deletes"))
                    .isPositive()
                    .isEqualTo(1_500_000 - Jar.figure(cell, "unwritten"))
                    .isEqualTo(measuredOperations(cell)));
    assertThat(out).containsPattern("stopped by --at-most before the end: rocksdb, Delete 50");
  }

  private String run(String amount) throws Exception {
    return new Jar(folder)
        .run(
            ("--engines rocksdb --workloads Overwrite --records 2001 --rounds 1 --threads 1"
                    + " --steady-within 1 --out run "
                    + amount)
                .split(" "))
        .out();
  }
}
