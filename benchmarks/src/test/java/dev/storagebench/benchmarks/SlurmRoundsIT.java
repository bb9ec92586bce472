package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.benchmarks.launch.SlurmCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rounds on the nodes of a Slurm cluster, merged into one run. */
class SlurmRoundsIT {
  private static final int NODES = 4;

  @TempDir private Path folder = Path.of("");
  private SlurmCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SlurmCluster.start(Files.createDirectories(folder.resolve("slurm")), NODES);
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /**
   * Packed data is shared; stores, temporary files and the lock of a machine are each node's own.
   */
  private Process jar(Path out, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--machines", "4", "--launch", "slurm", "--out", "run"));
    return new Jar(folder)
        .start(
            List.of(),
            List.of(
                "-Djava.io.tmpdir=" + cluster.local(),
                "-Dstoragebench.machine-lock=" + cluster.local().resolve("lock")),
            out,
            Map.of(
                "SLURM_CONF",
                cluster.configuration().toString(),
                "STORAGE_BENCH_CACHE",
                cluster.local().resolve("cache").toString(),
                "STORAGE_BENCH_DATA",
                folder.resolve("packed").toString()),
            all.toArray(String[]::new));
  }

  private Finished run(String... arguments) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    return Jar.finish(jar(out, arguments), out);
  }

  private Process begin(String rounds, Path out, String... more) throws IOException {
    return jar(
        out, Stream.concat(Stream.of(small(rounds)), Stream.of(more)).toArray(String[]::new));
  }

  private static String[] small(String rounds) {
    return new String[] {
      "--dataset", "reviews:records=1000",
      "--minutes", "0.01",
      "--engines", "lmdb,h2",
      "--threads", "1",
      "--workloads", "read",
      "--rounds", rounds
    };
  }

  /** Each cell of the plan once a round, and the machines that measured. */
  private Set<String> requireAllOnce(int rounds) throws IOException {
    List<JsonNode> cells = new Jar(folder).cells("run");
    Set<String> kinds =
        cells.stream().map(SlurmRoundsIT::kind).collect(Collectors.toCollection(HashSet::new));
    List<String> all =
        cells.stream().map(each -> each.path("round").asInt() + " " + kind(each)).toList();
    assertThat(all).doesNotHaveDuplicates().hasSize(rounds * kinds.size());
    assertThat(cells).allMatch(each -> each.path("status").asString().equals("MEASURED"));
    return cells.stream().map(each -> each.path("machine").asString()).collect(Collectors.toSet());
  }

  private static String kind(JsonNode result) {
    JsonNode cell = result.path("cell");
    return Stream.of("benchmark", "mode", "threads", "parameters", "timing")
        .map(each -> cell.path(each).toString())
        .collect(Collectors.joining(" "));
  }

  private List<Path> files(Path in, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(in)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  /** The first round that has begun to measure: its node, and the folder of its part. */
  private String[] aRoundThatMeasures() throws Exception {
    String[] found = new String[2];
    cluster.await(
        "the first cell",
        () -> {
          Path rounds = folder.resolve("run/rounds");
          if (!Files.exists(rounds)) {
            return false;
          }
          try (Stream<Path> parts = Files.list(rounds)) {
            for (Path part : parts.filter(each -> each.toString().contains(".part-")).toList()) {
              Path log = part.resolve("cells.jsonl");
              if (Files.exists(log) && Files.size(log) > 0) {
                found[0] = part.getFileName().toString().replaceFirst(".*\\.part-c(\\d).*", "$1");
                found[1] = part.toString();
                return true;
              }
            }
          }
          return false;
        });
    return found;
  }

  @Test
  void eachRoundIsMeasuredOnANodeOfItsOwnAndAllAreMerged() throws Exception {
    Finished finished = run(small("2"));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    Set<String> machines = requireAllOnce(2);
    assertThat(machines).as(finished.out()).hasSize(2);
    assertThat(finished.out()).contains("(2 of 2)").contains("Machines: ").contains("Verdict for");
    assertThat(files(folder.resolve("packed"), ".records")).hasSize(1);
    for (String each : machines) {
      Path cache = cluster.local(Integer.parseInt(each.substring(1))).resolve("cache");
      assertThat(cache.resolve("stores")).isNotEmptyDirectory();
      assertThat(cache.resolve("data")).doesNotExist();
    }
    assertThat(folder.resolve("run/report.html")).isNotEmptyFile();
    assertThat(Files.readString(folder.resolve("run/results.json"))).contains("PointRead");
  }

  @Test
  @Tag("nightly")
  void aRoundWhoseNodeDiesIsMeasuredAnewOnAnother() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = begin("4", out, "--seconds", "3");
    String[] lost = aRoundThatMeasures();
    cluster.powerOff(Integer.parseInt(lost[0]));
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(requireAllOnce(4)).as(finished.out()).doesNotContain("c" + lost[0]);
    assertThat(Path.of(lost[1])).as("what the dead node left").exists();
  }

  /** Slurm takes the node for dead, while the round on it goes on: the first one counts. */
  @Test
  @Tag("nightly")
  void aKilledSlurmdLeavesEachRoundOnce() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = begin("4", out, "--seconds", "15");
    cluster.killDaemon(Integer.parseInt(aRoundThatMeasures()[0]));
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    requireAllOnce(4);
  }

  @Test
  @Tag("nightly")
  void aCancelledJobIsToldAndResumed() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = begin("8", out, "--seconds", "2");
    Path rounds = folder.resolve("run/rounds");
    cluster.await(
        "a round",
        () -> IntStream.rangeClosed(1, 8).anyMatch(i -> Files.exists(rounds.resolve("" + i))));
    cluster.run(
        "scancel", cluster.run("squeue", "-h", "-o", "%F").lines().findFirst().orElseThrow());
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(finished.out())
        .containsPattern("round \\d was not measured: see .*/rounds/\\d.log; --resume measures it");
    Finished whole = Jar.finish(begin("8", out, "--seconds", "2", "--resume"), out);
    assertThat(whole.exitCode()).as(whole.out()).isZero();
    requireAllOnce(8);
  }

  @Test
  @Tag("nightly")
  void endingTheRunCancelsItsJobAndLeavesNoProcess() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = begin("4", out, "--seconds", "20");
    aRoundThatMeasures();
    process.destroy();
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(143);
    assertThat(finished.out()).contains("cancelled").contains("--resume");
    cluster.await("an empty queue", () -> cluster.run("squeue", "-h").isBlank());
    for (int i = 1; i <= NODES; i++) {
      int node = i;
      cluster.await(
          "no JVM on c" + i,
          () ->
              cluster.processes(node).stream()
                  .noneMatch(each -> each.info().command().orElse("").endsWith("java")));
    }
  }

  @Test
  @Tag("nightly")
  void theMoviesSuiteInRoundsOverFourNodesHasAllCellsOnce() throws Exception {
    Finished finished =
        run(
            "suite",
            "movies",
            "--scale",
            "0.001",
            "--minutes",
            "0.5",
            "--rounds",
            "4",
            "--engines",
            "rocksdb,lmdb,h2",
            "--memory",
            "none");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    requireAllOnce(4);
  }
}
