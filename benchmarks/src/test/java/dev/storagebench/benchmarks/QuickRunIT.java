package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The quick comparison from start to end, as a user runs it. */
class QuickRunIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> SMALL =
      List.of(
          "--dataset reviews:records=2000 --steady-within 0 --warm-up 0.1 --seconds 0.2 --out run"
              .split(" "));

  @TempDir private Path folder;

  private Finished run(String... more) throws Exception {
    return new Jar(folder)
        .run(Stream.concat(SMALL.stream(), Arrays.stream(more)).toArray(String[]::new));
  }

  @Test
  void everyEngineIsMeasuredOnTheSameWorkAndAllFilesAreLeft() throws Exception {
    measure("lmdb,mapdb-hash,noop", List.of("read", "load"), 2, 3);
  }

  @Test
  @Tag("nightly")
  void theWholeSuiteIsMeasured() throws Exception {
    List<String> all = List.of("read", "mix95", "write", "load");
    measure("rocksdb,lmdb,mapdb-hash,noop", all, 3, 10);
  }

  private void measure(String engines, List<String> workloads, int rounds, int operations)
      throws Exception {
    Finished finished =
        run(
            "--engines",
            engines,
            "--workloads",
            String.join(",", workloads),
            "--rounds",
            Integer.toString(rounds),
            "--threads",
            "2",
            "--nearest");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out())
        .contains("lmdb", "mapdb-hash", "results in run")
        .contains("* Load: durability none is requested; lmdb cannot go below process");
    assertThat(Files.readString(folder.resolve("run/summary.txt")))
        .contains("Harness overhead (noop)");
    if (workloads.contains("write")) {
      assertThat(finished.out()).contains("† mapdb-hash: writes do not survive kill -9");
    }

    Map<String, Set<String>> digests = new HashMap<>();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      assertThat(cell.get("status").asString()).isEqualTo("MEASURED");
      JsonNode parameters = cell.get("cell").get("parameters");
      String work =
          cell.get("cell").get("benchmark").asString()
              + parameters.path("readPercent").asString("")
              // All loads are of the same records.
              + (cell.get("cell").get("benchmark").asString().equals("Load")
                  ? ""
                  : cell.get("round"));
      digests
          .computeIfAbsent(work, w -> new HashSet<>())
          .add(cell.get("report").get("work").get("operationDigest").asString());
      if (work.equals("Load") && cell.get("report").hasNonNull("warmUp")) {
        // A second of warm-up, within JMH's iteration, is no work of a shot of milliseconds.
        assertThat(Jar.figure(cell, "cpu") / 1e6).isBetween(0.0, Jar.figure(cell, "warmUp"));
      }
    }
    assertThat(digests).hasSize(operations);
    assertThat(digests).allSatisfy((work, each) -> assertThat(each).as(work).hasSize(1));
    assertThat(Set.copyOf(digests.values())).hasSize(operations);

    JsonNode jmh = JSON.readTree(folder.resolve("run/results.json").toFile());
    assertThat(jmh).hasSize(workloads.size() * engines.split(",", -1).length);
    for (JsonNode each : jmh) {
      int forks =
          // They join in the second round.
          List.of("noop", "mapdb-hash").contains(each.get("params").get("engine").asString())
              ? Math.max(1, rounds - 1)
              : rounds;
      assertThat(each.get("forks").asInt()).isEqualTo(forks);
      if (forks == rounds && each.get("mode").asString().equals("thrpt")) {
        assertThat(each.get("primaryMetric").get("rawData")).hasSize(rounds);
      }
    }
    JsonNode manifest = JSON.readTree(folder.resolve("run/run.json").toFile());
    assertThat(manifest.get("results")).hasSize(new Jar(folder).cells("run").size());
    assertThat(manifest.get("environment").get("processors").asInt()).isPositive();
    assertThat(manifest.get("environment").get("warnings").isArray()).isTrue();
    List<String> csv =
        Files.readAllLines(folder.resolve("run/results.csv"), StandardCharsets.UTF_8);
    assertThat(csv.get(0)).startsWith("benchmark,mode,threads").contains(",metric,");
    assertThat(csv).anyMatch(row -> row.contains(",bytesAfter,"));
  }

  @Test
  void aQuietRunShowsItsTableAndNothingElseAndFailsOnRequestIfItIsVoid() throws Exception {
    Finished finished =
        run("--engines noop,lmdb --workloads read --rounds 1 --quiet --fail-on-void".split(" "));
    // As with the flags of a quick test's JVM.
    boolean isVoid = finished.out().contains("These figures are not valid");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(isVoid ? 1 : 0);
    assertThat(finished.out())
        .contains("PointRead op/s", "lmdb")
        .doesNotContain("round 1", "measurements", "results in run", "Verdict", "cache:");
    assertThat(folder.resolve("run/report.html")).exists();
  }

  @Test
  void jmhsOwnCommandLineWorks() throws Exception {
    Finished list = new Jar(folder).run("-l");
    assertThat(list.exitCode()).isZero();
    assertThat(list.out())
        .contains("PointRead.get", "RandomWrite.put", "ReadWriteMix.mix", "Load.load");
    Finished finished =
        new Jar(folder)
            .run(
                "PointRead",
                "-p",
                "engine=lmdb",
                "--dataset",
                "reviews:records=1000",
                "-t",
                "2",
                "-f",
                "1",
                "-wi",
                "1",
                "-w",
                "200ms",
                "-i",
                "2",
                "-r",
                "200ms",
                "-prof",
                "gc",
                "-rf",
                "json",
                "-rff",
                "x.json");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out())
        .containsPattern("engine +workload +score +± +unit\\s+lmdb +PointRead +[\\d.]+[kM] +op/s");
    JsonNode jmh = JSON.readTree(folder.resolve("x.json").toFile());
    assertThat(jmh).hasSize(1);
    JsonNode secondary = jmh.get(0).get("secondaryMetrics");
    assertThat(secondary.get("hits").get("score").asDouble()).isPositive();
    assertThat(secondary.get("bytesAfter").get("score").asDouble()).isGreaterThan(500_000);
    assertThat(secondary.get("gc.alloc.rate.norm")).isNotNull();
    assertThat(jmh.get(0).get("params").get("dataset").asString())
        .isEqualTo("reviews:records=1000");
  }

  @Test
  void whatAnEngineCannotRunIsSkippedWithALineAndTheTextGoesToItsFile() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                "RandomWrite -p engine=mapdb,noop --dataset reviews:records=1000 -f 1 -wi 0 -i 1 -r 100ms -o jmh.txt"
                    .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).doesNotContain("# Benchmark");
    assertThat(folder.resolve("jmh.txt"))
        .content()
        .contains("skipped: RandomWrite, engine mapdb: mapdb supports durability up to none")
        .contains("# Benchmark: dev.storagebench.core.benchmark.RandomWrite.put");
  }

  @Test
  void aBenchmarkRunsInsideTheHostsJvm() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                "ReadWriteMix",
                "-p",
                "engine=lmdb",
                "-p",
                "readPercent=95",
                "--dataset",
                "reviews:records=1000",
                "-f",
                "0",
                "-wi",
                "1",
                "-w",
                "200ms",
                "-i",
                "1",
                "-r",
                "200ms");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).contains("ReadWriteMix.mix");
  }

  @Test
  void wrongNamesAreUsageErrorsThatListTheRightOnes() throws Exception {
    Jar jar = new Jar(folder);
    Finished engine = jar.run("--engines", "rocksbd");
    assertThat(engine.exitCode()).isEqualTo(2);
    assertThat(engine.out()).contains("rocksbd", "lmdb", "rocksdb").doesNotContain("\tat ");
    Finished format = jar.run("--dataset", "books:x");
    assertThat(format.exitCode()).isEqualTo(2);
    assertThat(format.out()).contains("books", "amazon", "wikipedia").doesNotContain("\tat ");
    Finished file = jar.run("--dataset", "amazon:no-such-file.txt");
    assertThat(file.exitCode()).isEqualTo(2);
    assertThat(file.out()).contains("no-such-file.txt").doesNotContain("\tat ");
    Finished option = jar.run("--durability", "forever");
    assertThat(option.exitCode()).isEqualTo(2);
    assertThat(option.out()).contains("forever", "process").doesNotContain("\tat ");
    Finished jmh = jar.run("-bm", "nonsense");
    assertThat(jmh.exitCode()).isEqualTo(2);
    Finished mixed = jar.run("PointRead", "--threads", "8", "-p", "engine=noop");
    assertThat(mixed.exitCode()).isEqualTo(2);
    assertThat(mixed.out()).contains("--threads", "-t N");
    for (String parameter : List.of("seed=x", "engine=nope", "distribution=x", "skipBad=yes")) {
      Finished wrong = jar.run("PointRead", "-p", parameter);
      assertThat(wrong.exitCode()).as(wrong.out()).isEqualTo(2);
      assertThat(wrong.out())
          .contains(parameter.substring(parameter.indexOf('=') + 1))
          .doesNotContain("\tat ");
    }
    Finished none = jar.run("PointRaed", "-p", "engine=noop");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.out()).contains("PointRaed", "did you mean PointRead?");
  }

  @Test
  void aBadRecordStopsTheRunUnlessItIsToBeSkipped() throws Exception {
    Path reviews = folder.resolve("reviews.txt");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      text.append("product/productId: B00000000").append(i).append('\n');
      if (i != 30) {
        text.append("review/userId: A1USER\n");
      }
      text.append("review/score: 5.0\nreview/text: some words\n\n");
    }
    Files.writeString(reviews, text);
    String[] arguments =
        Jar.shortest(
            "--engines lmdb,noop --workloads read --rounds 1", "--dataset", "amazon:" + reviews);
    Finished strict = new Jar(folder).run(arguments);
    assertThat(strict.exitCode()).as(strict.out()).isEqualTo(1);
    assertThat(strict.out()).contains("reviews.txt", "line", "byte").doesNotContain("\tat ");
    Finished lenient =
        new Jar(folder)
            .run(
                Stream.concat(Arrays.stream(arguments), Stream.of("--skip-bad"))
                    .toArray(String[]::new));
    assertThat(lenient.exitCode()).as(lenient.out()).isZero();
  }
}
