package dev.storagebench.benchmarks.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.storagebench.benchmarks.doctor.CheckResult.Level;
import dev.storagebench.core.memory.ControlGroup;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.process.TestPrograms;
import dev.storagebench.core.text.TextStyle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiagnosisTest {
  @TempDir private Path cache;

  @Test
  void aMachineOnWhichEnginesWorkIsReady() {
    Diagnosis diagnosis = Diagnosis.here(cache);
    assertThat(diagnosis.ready()).isTrue();
    assertThat(diagnosis.findings())
        .filteredOn(finding -> finding.subject().matches("engine (noop|h2)"))
        .extracting(CheckResult::level)
        .containsExactly(Level.OK, Level.OK);
  }

  @Test
  void theChosenLimiterIsTheBest() {
    List<CheckResult> findings = new ArrayList<>();
    assertThat(Diagnosis.limiters(MemoryLimiter.all(), findings))
        .isEqualTo(MemoryLimiter.best().map(MemoryLimiter::name));
    assertThat(findings).hasSize(MemoryLimiter.all().size() + 1);
  }

  @Test
  void withoutALimiterEnginesCanStillBeMeasured() {
    List<CheckResult> findings = new ArrayList<>();
    assertThat(Diagnosis.limiters(List.of(), findings)).isEmpty();
    assertThat(findings).extracting(CheckResult::level).containsExactly(Level.MISSING);
    assertThat(Diagnosis.verdict(1, Optional.empty()).level()).isEqualTo(Level.WARN);
    assertThat(Diagnosis.verdict(1, Optional.of("cgroup-v2")).level()).isEqualTo(Level.OK);
    CheckResult none = Diagnosis.verdict(0, Optional.of("cgroup-v2"));
    assertThat(none.level()).isEqualTo(Level.MISSING);
    assertThat(none.message()).contains("nothing can be measured");
  }

  @Test
  void aMissingProgramIsToldWithWhatItCostsAndThePackage() {
    assertThat(Diagnosis.programs(List.of(TestPrograms.named("sh"))))
        .extracting(CheckResult::level)
        .containsExactly(Level.OK);
    assumeFalse(TestPrograms.named("mysql").isHere(), "nothing is missing");
    assertThat(Diagnosis.programs(List.of(TestPrograms.named("sh"), TestPrograms.named("mysql"))))
        .containsExactly(
            CheckResult.missing(
                "program mysql",
                "without mysql and db_bench (loads and reads beside ours), tests are skipped",
                "apt-get install default-mysql-client rocksdb-tools"));
  }

  @Test
  void aLimitBelowTheMachinesMemoryIsAWarning(@TempDir Path root) {
    Machine machine =
        new Fixture(root)
            .with("proc/meminfo", "MemTotal:       16777216 kB\nMemAvailable:    8388608 kB")
            .machine();
    assertThat(Diagnosis.memory(machine).message()).contains("16.0GiB", "8.00GiB");
    Optional<Path> unknown = Optional.empty();
    assertThat(processLimit(machine, Optional.empty(), unknown).level()).isEqualTo(Level.OK);
    // What version 1 of control groups has for "none".
    assertThat(processLimit(machine, Optional.of(9223372036854771712L), unknown).level())
        .isEqualTo(Level.OK);
    CheckResult limited = processLimit(machine, Optional.of(4L << 30), unknown);
    assertThat(limited.level()).isEqualTo(Level.WARN);
    assertThat(limited.message()).contains("4.00GiB", "16.0GiB").endsWith("by /groups/own");
    assertThat(
            processLimit(machine, Optional.of(1L), Optional.of(Path.of("/groups/own"))).message())
        .endsWith("so are cells with --memory");
    assertThat(
            processLimit(machine, Optional.of(1L), Optional.of(Path.of("/groups/own2"))).message())
        .endsWith("cells with --memory run outside of it, below /groups/own2");
  }

  private static CheckResult processLimit(
      Machine machine, Optional<Long> bytes, Optional<Path> groups) {
    return EnvironmentChecks.processLimit(
        machine, bytes.map(each -> new ControlGroup.Limit(each, "/groups/own")), () -> groups);
  }

  @Test
  void jsonHasLevelsInLowerCase() {
    JsonNode json =
        JsonMapper.builder()
            .build()
            .readTree(
                new Diagnosis(true, List.of(CheckResult.warn("swap", "it is on", "swapoff")))
                    .json());
    assertThat(json.get("ready").asBoolean()).isTrue();
    JsonNode finding = json.get("findings").get(0);
    assertThat(finding.get("level").asString()).isEqualTo("warn");
    assertThat(finding.get("remedy").asString()).isEqualTo("swapoff");
  }

  @Test
  void textHasALineForTheFindingAndAnIndentedOneForTheRemedy() {
    Diagnosis diagnosis =
        new Diagnosis(
            true,
            List.of(CheckResult.ok("java", "17"), CheckResult.warn("swap", "it is on", "swapoff")));
    assertThat(diagnosis.text(TextStyle.NONE))
        .isEqualTo(
            """
            ok       java                 17
            warn     swap                 it is on
                                          -> swapoff
            """);
  }

  @Test
  void textWrapsAt100ColumnsAndKeepsLongPathsWhole() {
    String path = "/" + "x".repeat(89);
    CheckResult finding = CheckResult.missing("limit", "word ".repeat(40), "look at " + path);
    String text = new Diagnosis(false, List.of(finding)).text(TextStyle.NONE);
    assertThat(text.lines())
        .allSatisfy(
            line -> assertThat(line.contains(path) ? "" : line).hasSizeLessThanOrEqualTo(100));
    assertThat(text.lines()).contains(" ".repeat(33) + path);
    assertThat(text.split("word", -1)).hasSize(41);
  }
}
