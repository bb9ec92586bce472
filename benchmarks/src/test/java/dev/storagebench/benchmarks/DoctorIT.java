package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.memory.MemoryLimiter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is told of the machine that the tests run on. */
class DoctorIT {
  @TempDir private Path folder;

  @Test
  void namesAllEnginesAndTheLimiterThatIsUsed() throws Exception {
    Finished finished = new Jar(folder).run("doctor");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    List<String> lines = finished.out().lines().toList();
    for (StorageEngine engine : Engines.all()) {
      assertThat(lines)
          .anyMatch(line -> line.matches("(ok|missing) +engine " + engine.name() + " .*"));
      if (engine.artifact().isPresent()) {
        assertThat(lines)
            .noneMatch(line -> line.matches(".*engine " + engine.name() + " +version unknown.*"));
      }
    }
    for (MemoryLimiter limiter : MemoryLimiter.all()) {
      assertThat(lines)
          .anyMatch(line -> line.matches("(ok|missing) +limit " + limiter.name() + " .*"));
    }
    String chosen =
        MemoryLimiter.best()
            .map(best -> "ok +memory limit +--memory uses %s".formatted(best.name()))
            .orElse("missing +memory limit .*");
    assertThat(lines).anyMatch(line -> line.matches(chosen));
  }

  @Test
  void jsonHasTheSameFindings() throws Exception {
    Finished finished = new Jar(folder).run("doctor", "--json");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    JsonNode report = JsonMapper.builder().build().readTree(finished.out());
    assertThat(report.get("ready").asBoolean()).isTrue();
    List<String> subjects =
        report.get("findings").valueStream().map(f -> f.get("subject").asString()).toList();
    assertThat(subjects)
        .contains("java", "memory limit", "cache folder", "swap", "verdict")
        .containsAll(Engines.all().stream().map(engine -> "engine " + engine.name()).toList());
  }

  @Test
  void aCacheFolderThatCannotBeWrittenEndsWith1() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Finished finished = new Jar(folder).run("doctor", "--cache-folder", file + "/cache");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(finished.out()).contains("missing  cache folder", "-> use a folder on a local disk");
  }
}
