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
  private static final Path SCRIPT = Path.of("../docs/examples/slurm-rounds.sh").toAbsolutePath();
  private static final String[] SMALL = {
    "--dataset", "reviews:records=1000",
    "--minutes", "0.01",
    "--engines", "lmdb,h2",
    "--threads", "1",
    "--workloads", "read"
  };

  @TempDir private Path folder = Path.of("");
  private SlurmCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SlurmCluster.start(Files.createDirectories(folder.resolve("slurm")), NODES);
    Files.createSymbolicLink(
        folder.resolve("benchmarks.jar"), Path.of(System.getProperty("storagebench.jar")));
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
  private Process submit(int rounds, Path out, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("sbatch", "--wait"));
    all.addAll(List.of("--array=1-%d%%%d".formatted(rounds, NODES), SCRIPT.toString(), "run"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--rounds", Integer.toString(rounds)));
    ProcessBuilder builder =
        new ProcessBuilder(all)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    Path home = Path.of(System.getProperty("java.home"), "bin");
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                home + ":" + System.getenv("PATH"),
                "SLURM_CONF",
                cluster.configuration().toString(),
                "JAVA_TOOL_OPTIONS",
                "-Djava.io.tmpdir=%s -Dstoragebench.machine-lock=%s"
                    .formatted(cluster.local(), cluster.local().resolve("lock")),
                "STORAGE_BENCH_CACHE",
                cluster.local().resolve("cache").toString(),
                "STORAGE_BENCH_DATA",
                folder.resolve("packed").toString()));
    return builder.start();
  }

  private Process begin(int rounds, Path out, String... more) throws IOException {
    return submit(
        rounds, out, Stream.concat(Stream.of(SMALL), Stream.of(more)).toArray(String[]::new));
  }

  /** Each cell of the plan once a round, and the machines that measured. */
  private Set<String> requireAllOnce(int rounds) throws Exception {
    List<String> report = new ArrayList<>(List.of("report", "--out", "run/all"));
    IntStream.rangeClosed(1, rounds).forEach(round -> report.add("run/rounds/" + round));
    Finished merged = new Jar(folder).run(report.toArray(String[]::new));
    assertThat(merged.exitCode()).as(merged.out()).isZero();
    assertThat(merged.out()).contains("Machines: ").contains("Verdict for");
    List<JsonNode> cells = new Jar(folder).cells("run/all");
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
    Path out = folder.resolve("out.txt");
    Finished finished = Jar.finish(begin(2, out), out);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    Set<String> machines = requireAllOnce(2);
    assertThat(machines).as(finished.out()).hasSize(2);
    assertThat(files(folder.resolve("packed"), ".records")).hasSize(1);
    for (String each : machines) {
      Path cache = cluster.local(Integer.parseInt(each.substring(1))).resolve("cache");
      assertThat(cache.resolve("stores")).isNotEmptyDirectory();
      assertThat(cache.resolve("data")).doesNotExist();
    }
    assertThat(folder.resolve("run/all/report.html")).isNotEmptyFile();
  }

  @Test
  @Tag("nightly")
  void aRoundWhoseNodeDiesIsMeasuredAnewOnAnother() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = begin(4, out, "--seconds", "3");
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
    Process process = begin(4, out, "--seconds", "15");
    cluster.killDaemon(Integer.parseInt(aRoundThatMeasures()[0]));
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    requireAllOnce(4);
  }

  @Test
  @Tag("nightly")
  void aCancelledJobIsSubmittedAgainForWhatIsMissing() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = begin(8, out, "--seconds", "2");
    Path rounds = folder.resolve("run/rounds");
    cluster.await(
        "a round",
        () -> IntStream.rangeClosed(1, 8).anyMatch(i -> Files.exists(rounds.resolve("" + i))));
    cluster.run(
        "scancel", cluster.run("squeue", "-h", "-o", "%F").lines().findFirst().orElseThrow());
    assertThat(Jar.finish(process, out).exitCode()).isNotZero();
    Finished whole = Jar.finish(begin(8, out, "--seconds", "2"), out);
    assertThat(whole.exitCode()).as(whole.out()).isZero();
    requireAllOnce(8);
  }

  @Test
  @Tag("nightly")
  void theMoviesSuiteInRoundsOverFourNodesHasAllCellsOnce() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process =
        submit(
            4,
            out,
            "suite",
            "movies",
            "--scale",
            "0.001",
            "--minutes",
            "0.5",
            "--engines",
            "rocksdb,lmdb,h2",
            "--memory",
            "none");
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    requireAllOnce(4);
  }
}
