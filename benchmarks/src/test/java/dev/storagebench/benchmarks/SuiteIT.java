package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Suites as a user runs them: those in the jar, and a file of one's own. */
class SuiteIT {
  private static final String MINE =
      """
      name: mine
      title: Pages of two sizes, threads of two numbers
      candidates:
        plain: lmdb
        tuned: {engine: rocksdb, options: {max_background_jobs: 4}}
        hash: mapdb-hash
      conditions:
        dataset: reviews:records=500
        threads: [1, 2]
      workloads:
        insert: {benchmark: RandomWrite, start: empty}
        delete: Delete
      timing: {rounds: 1, iterations: 1, warmUp: 100ms, measure: 200ms}
      views:
        - {title: Inserts by threads, kind: curve, figures: speed, rows: candidate, columns: threads, each: workload}
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void aSuiteOfOnesOwnIsMeasuredAndShown() throws Exception {
    Files.writeString(folder.resolve("mine.yaml"), MINE);
    Jar jar = new Jar(folder);
    Finished finished =
        jar.run("suite mine.yaml --workloads insert --steady-within 0 --out run".split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out())
        .contains("Pages of two sizes", "Inserts by threads", "plain", "tuned")
        // Lines of different threads differ.
        .contains("plain RandomWrite empty, 1 thread:", "plain RandomWrite empty, 2 threads:")
        // Nothing that begins empty needs a loaded store.
        .doesNotContainPattern("(?m)^loading");
    assertThat(Files.createDirectories(folder.resolve("cache/stores")))
        .isDirectoryNotContaining(
            store -> store.getFileName().toString().matches("(lmdb|rocksdb)-.*"));
    assertThat(folder.resolve("run/report.html")).content().contains("Inserts by threads");
    assertThat(Files.readString(folder.resolve("run/jmh.log"))).doesNotContain("mapdb-hash");
    for (JsonNode cell : jar.cells("run")) {
      String candidate = cell.get("cell").get("parameters").get("engine").asString();
      boolean hash = candidate.startsWith("hash=");
      // Known from its capabilities: no fork need find out.
      assertThat(cell.get("status").asString()).isEqualTo(hash ? "UNSUPPORTED" : "MEASURED");
      if (candidate.startsWith("tuned=")) {
        assertThat(cell.get("report").get("settings").toString())
            .contains("\"max_background_jobs\",\"value\":\"4\",\"role\":\"CANDIDATE\"");
      }
    }
    Finished deletes =
        jar.run(
            "suite",
            "mine.yaml",
            "--workloads",
            "delete",
            "--engines",
            "lmdb",
            "--threads",
            "2",
            "-p",
            "percent=20",
            "--out",
            "deletes");
    assertThat(deletes.exitCode()).as(deletes.out()).isZero();
    assertThat(deletes.out()).contains("loading lmdb", "Delete 20");
  }

  @Test
  void mistakesAreUsageErrorsWithTheirPlace() throws Exception {
    Files.writeString(folder.resolve("mine.yaml"), MINE.replace("start: empty", "start: emtpy"));
    Jar jar = new Jar(folder);
    Finished value = jar.run("suite", "mine.yaml");
    assertThat(value.exitCode()).isEqualTo(2);
    assertThat(value.out()).contains("mine.yaml, line 11", "emtpy", "full").doesNotContain("\tat ");
    Finished name = jar.run("suite", "movie");
    assertThat(name.exitCode()).isEqualTo(2);
    assertThat(name.out()).contains("did you mean movies");
    Finished parameter = jar.run("PointRead", "-p", "memroy=none", "-p", "engine=noop");
    assertThat(parameter.exitCode()).isEqualTo(2);
    assertThat(parameter.out()).contains("memroy", "did you mean memory");
    Finished braces = jar.run("--engines", "rocksdb{a=1");
    assertThat(braces.exitCode()).isEqualTo(2);
    assertThat(braces.out()).contains("unbalanced", "'tuned=rocksdb{");
    Finished condition = jar.run("--engines", "rocksdb{use_fsync=true}");
    assertThat(condition.exitCode()).isEqualTo(2);
    assertThat(condition.out()).contains("use_fsync", "durability");
    Finished list = jar.run("suite", "list");
    assertThat(list.exitCode()).isZero();
    assertThat(list.out()).contains("movies", "wikipedia-mysql", "sweep", "quick");
    Finished shown = jar.run("suite", "show", "movies");
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out()).contains("candidates: embedded", "views:");
  }
}
