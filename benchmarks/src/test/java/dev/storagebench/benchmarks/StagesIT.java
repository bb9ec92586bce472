package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The stages of a suite work on one store, one after another. */
class StagesIT {
  private static final String MINE =
      """
      name: mine
      title: A short life
      candidates: [rocksdb, mvstore, mapdb-hash]
      conditions: {dataset: 'reviews:records=1000', durability: none, threads: 2, steadyWithin: 0}
      stages:
        %s
      timing: {rounds: 2, iterations: 1, warmUp: 100ms, measure: 200ms}
      """;

  @TempDir private Path folder;

  private Finished run(String stages, String... more) throws Exception {
    Files.writeString(folder.resolve("mine.yaml"), MINE.formatted(stages.replace("; ", "\n  ")));
    List<String> arguments = new ArrayList<>(List.of("suite", "mine.yaml", "--out", "run"));
    arguments.addAll(List.of(more));
    return new Jar(folder).run(arguments.toArray(String[]::new));
  }

  /** Round, candidate, stage, status and reason of each cell, in the order of the log. */
  private List<String> cells() throws Exception {
    List<String> cells = new ArrayList<>();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      JsonNode parameters = cell.get("cell").get("parameters");
      cells.add(
          "%s %s %s %s %s"
              .formatted(
                  cell.get("round"),
                  parameters.get("engine").asString(),
                  parameters.get("stage").asString(),
                  cell.get("status").asString(),
                  cell.path("message").asString("")));
    }
    return cells;
  }

  private static List<String> of(List<String> cells, String candidate) {
    return cells.stream().filter(each -> each.startsWith(candidate)).map(String::strip).toList();
  }

  @Test
  void aChainGoesOnWithoutWhatAnEngineLacksAndAResumedRunIsComplete() throws Exception {
    String stages =
        "load: Load; write: RandomWrite; scan: {benchmark: Scan, direction: forward}; read: PointRead; delete: Delete";
    String engines = "rocksdb,mapdb-hash";
    Finished finished = run(stages, "--engines", engines);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    // All begins empty: nothing is loaded before.
    assertThat(finished.out()).doesNotContainPattern("(?m)^loading").contains("4 read", "5 delete");
    List<String> cells = cells();
    assertThat(of(cells, "1 rocksdb"))
        .containsExactly(
            "1 rocksdb 1 load MEASURED",
            "1 rocksdb 2 write MEASURED",
            "1 rocksdb 3 scan MEASURED",
            "1 rocksdb 4 read MEASURED",
            "1 rocksdb 5 delete MEASURED");
    assertThat(of(cells, "1 mapdb-hash")).hasSize(4).allMatch(each -> each.endsWith("MEASURED"));
    assertThat(of(cells, "0 mapdb-hash 3 scan UNSUPPORTED")).hasSize(1);
    // Cells of a chain stand together.
    int first = cells.indexOf("1 rocksdb 1 load MEASURED ");
    assertThat(cells.get(first + 4)).startsWith("1 rocksdb 5 delete");
    assertThat(folder.resolve("cache/work"))
        .isDirectoryNotContaining(each -> Files.isDirectory(each));

    // As a kill would have left it: without the last chain, of which nothing is logged.
    Path log = folder.resolve("run/cells.jsonl");
    List<String> lines = Files.readAllLines(log);
    int chain = cells.get(cells.size() - 1).startsWith("1 mapdb-hash") ? 4 : 5;
    Files.write(log, lines.subList(0, lines.size() - chain));
    Finished resumed = run(stages, "--engines", engines, "--resume");
    assertThat(resumed.exitCode()).as(resumed.out()).isZero();
    assertThat(cells()).containsExactlyElementsOf(cells);

    // A part of a chain is never completed by another store.
    Files.write(log, Files.readAllLines(log).subList(0, lines.size() - 1));
    run(stages, "--engines", engines, "--resume");
    assertThat(cells().get(lines.size() - 1))
        .contains("5 delete FAILED", "delete the lines of all its stages");
  }

  @Test
  void aQueueLeavesNothingAndFollowsAMix() throws Exception {
    Finished finished =
        run(
            "queue: {benchmark: Queue, depth: 50}; scan: {benchmark: Scan, direction: forward}; churn: {benchmark: ReadWriteMix, readPercent: 80}; queue-again: Queue",
            "--rounds",
            "1");
    assertThat(finished.out()).contains("1 queue", "4 queue-again");
    List<String> cells = cells();
    assertThat(of(cells, "0 rocksdb")).hasSize(4).allMatch(each -> each.endsWith("MEASURED"));
    assertThat(of(cells, "0 mvstore")).hasSize(4).allMatch(each -> each.endsWith("MEASURED"));
    assertThat(cells)
        .contains("0 mapdb-hash 3 churn MEASURED ")
        .anyMatch(each -> each.startsWith("0 mapdb-hash 4 queue-again UNSUPPORTED mapdb-hash is"));
    for (JsonNode cell : new Jar(folder).cells("run")) {
      boolean isQueue = cell.get("cell").get("benchmark").asString().equals("Queue");
      if (isQueue && cell.get("status").asString().equals("MEASURED")) {
        assertThat(Jar.figure(cell, "seek.p50")).isPositive();
        assertThat(Jar.figure(cell, "seek.p99"))
            .isGreaterThanOrEqualTo(Jar.figure(cell, "seek.p50"));
        assertThat(Jar.figure(cell, "deletes")).isEqualTo(Jar.figure(cell, "writes"));
      }
    }
  }

  @Test
  void aFailedStageEndsTheChainOfItsRound() throws Exception {
    Finished finished =
        run("delete: Delete; read: PointRead; write: RandomWrite", "--engines", "mvstore");
    List<String> cells = cells();
    assertThat(of(cells, "0")).as(finished.out()).hasSize(3);
    assertThat(cells.get(0)).contains("1 delete MEASURED");
    // One store: the records that the first stage has deleted are missing.
    assertThat(cells.get(1)).contains("2 read FAILED", "missing");
    assertThat(cells.get(2)).contains("3 write FAILED stage 2 read failed");
    assertThat(cells.get(3)).startsWith("1 mvstore 1 delete MEASURED");
  }
}
