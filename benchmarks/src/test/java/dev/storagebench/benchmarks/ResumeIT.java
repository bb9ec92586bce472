package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run that is killed goes on where it stopped, and nobody mixes two runs. */
class ResumeIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> RUN =
      List.of(
          "--dataset",
          "reviews:records=1000",
          "--minutes",
          "0.01",
          "--engines",
          "lmdb,noop",
          "--threads",
          "1",
          "--workloads",
          "read,mix95,load",
          "--rounds",
          "3",
          "--out",
          "run");
  // The suite measures noop in one round.
  private static final int FORKS = 3 * 3 + 3;
  private static final int KILLS = Integer.getInteger("storagebench.resume.kills", 3);

  @TempDir private Path folder = Path.of("");

  private String[] with(String... more) {
    return Stream.concat(RUN.stream(), Stream.of(more)).toArray(String[]::new);
  }

  private List<String> cells() throws IOException {
    List<String> cells = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("run/cells.jsonl"))) {
      JsonNode cell = JSON.readTree(line);
      assertThat(cell.get("status").asString()).as(line).isEqualTo("MEASURED");
      cells.add(cell.get("round") + " " + cell.get("cell"));
    }
    return cells;
  }

  @Test
  void aRunThatIsKilledAgainAndAgainLosesNothingAndRepeatsNothing() throws Exception {
    Jar jar = new Jar(folder);
    Random random = new Random(7);
    Path out = folder.resolve("out.txt");
    List<String> before = List.of();
    for (int i = 0; i < KILLS; i++) {
      boolean begun = Files.exists(folder.resolve("run/cells.jsonl"));
      Process process = jar.start(out, begun ? with("--resume") : with());
      // The first one at any moment, the others once there is something to lose.
      long until = System.nanoTime() + (i == 0 ? 0 : 60_000_000_000L);
      while (process.isAlive() && System.nanoTime() < until && lines() <= before.size()) {
        Thread.sleep(20);
      }
      Thread.sleep(random.nextInt(2_500));
      // Without a chance to tidy up; its forks live on.
      process.destroyForcibly().waitFor();
      if (Files.exists(folder.resolve("run/cells.jsonl"))) {
        List<String> whole = wholeLines();
        assertThat(whole).as(Files.readString(out)).hasSizeGreaterThanOrEqualTo(before.size());
        assertThat(whole.subList(0, before.size())).isEqualTo(before);
        before = whole;
      }
    }
    Finished finished = jar.run(with("--resume"));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    List<String> cells = cells();
    assertThat(before).as("some forks were measured before the last kill").isNotEmpty();
    Set<String> different = new HashSet<>(cells);
    assertThat(cells).hasSize(FORKS);
    assertThat(different).hasSize(FORKS);
    assertThat(Files.readAllLines(folder.resolve("run/cells.jsonl")))
        .startsWith(before.toArray(String[]::new));
    // JMH's file has the forks of all parts of the run.
    JsonNode jmh = JSON.readTree(folder.resolve("run/results.json").toFile());
    int forks = 0;
    for (JsonNode each : jmh) {
      forks += each.get("forks").asInt();
      if (each.get("mode").asString().equals("thrpt")) {
        assertThat(each.get("primaryMetric").get("rawData"))
            .hasSize(each.get("params").get("engine").asString().equals("noop") ? 1 : 3);
      }
    }
    assertThat(forks).isEqualTo(FORKS);
    // The log is the truth: what else a run has written is written again.
    Files.delete(folder.resolve("run/run.json"));
    Finished again = jar.run(with("--resume"));
    assertThat(again.exitCode()).as(again.out()).isZero();
    assertThat(cells()).isEqualTo(cells);
    assertThat(folder.resolve("run/run.json")).isNotEmptyFile();
    Finished otherJvm =
        Jar.finish(jar.start(out, Map.of("JAVA_TOOL_OPTIONS", "-Xint"), with("--resume")), out);
    assertThat(otherJvm.out()).contains("JVM flags: was none, is -Xint");
    assertThat(cells()).isEqualTo(cells);
    assertThat(left(jar.temporary())).isEmpty();
    assertThat(left(jar.cache().resolve("work"))).isEmpty();
    assertThat(left(jar.cache().resolve("data"))).noneMatch(name -> name.contains(".tmp"));
    assertThat(left(jar.cache().resolve("classes"))).noneMatch(name -> name.endsWith(".part"));
  }

  private static List<String> left(Path folder) throws IOException {
    // Newer JDKs let nobody move JMH's own files, which have at most 2 KB.
    boolean jmhOnly = Runtime.version().feature() > 17;
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !(jmhOnly && name.startsWith("jmh")))
          .toList();
    }
  }

  private int lines() throws IOException {
    return Files.exists(folder.resolve("run/cells.jsonl")) ? wholeLines().size() : 0;
  }

  private List<String> wholeLines() throws IOException {
    String text = Files.readString(folder.resolve("run/cells.jsonl"));
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  @Test
  void anInterruptedRunWritesItsFilesAndSaysHowToGoOn() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = new Jar(folder).start(out, with());
    while (lines() == 0) {
      assertThat(process.isAlive()).as(Files.readString(out)).isTrue();
      Thread.sleep(20);
    }
    // Ends the JVM as Ctrl-C does, whose signal a process in the background may ignore.
    process.destroy();
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(143);
    assertThat(finished.out().stripTrailing()).endsWith(String.join(" ", with("--resume")));
    assertThat(folder.resolve("run/report.html")).isNotEmptyFile();
    assertThat(folder.resolve("run/results.csv")).isNotEmptyFile();
  }

  @Test
  void anotherRunOrOtherSettingsAreRefused() throws Exception {
    Jar jar = new Jar(folder);
    Finished none = jar.run(with("--resume"));
    assertThat(none.exitCode()).as(none.out()).isEqualTo(2);
    assertThat(none.out()).contains("--resume");

    Path out = folder.resolve("out.txt");
    Process first = jar.start(out, with());
    try {
      while (!Files.exists(folder.resolve("run/cells.jsonl"))
          || Files.size(folder.resolve("run/cells.jsonl")) == 0) {
        assertThat(first.isAlive()).as(Files.readString(out)).isTrue();
        Thread.sleep(50);
      }
      Finished second = jar.run(with("--resume"));
      assertThat(second.exitCode()).as(second.out()).isEqualTo(1);
      assertThat(second.out()).contains("another run is using run");
    } finally {
      first.destroyForcibly().waitFor();
    }
    Finished anew = jar.run(with());
    assertThat(anew.out()).contains("already holds a run", "--resume");
    Finished seed = jar.run(with("--resume", "--seed", "9"));
    assertThat(seed.exitCode()).as(seed.out()).isEqualTo(2);
    assertThat(seed.out()).contains("seed: was 1, is 9").doesNotContain("\tat ");
    Finished compressed = jar.run(with("--resume", "--compression", "lz4"));
    assertThat(compressed.out()).contains("compression: was none, is lz4");
    assertThat(otherCode(jar).out()).contains("code: was 00000000");
  }

  private Finished otherCode(Jar jar) throws Exception {
    Path manifest = folder.resolve("run/run.json");
    String text = Files.readString(manifest);
    Files.writeString(
        manifest, text.replaceFirst("\"code\" : \"\\w{8}\"", "\"code\" : \"00000000\""));
    return jar.run(with("--resume"));
  }
}
