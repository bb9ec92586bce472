package dev.storagebench.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.doctor.Finding.Level;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.memory.MemoryLimiters;
import dev.storagebench.core.text.TextStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiagnosisTest {
  @TempDir private Path cache;

  @Test
  void noEngineThatStoresAnythingIsNotReady() {
    // This module has none but noop.
    Diagnosis diagnosis = Diagnosis.here(cache);
    assertThat(diagnosis.ready()).isFalse();
    assertThat(diagnosis.findings())
        .anySatisfy(
            finding -> {
              assertThat(finding.subject()).isEqualTo("engine noop");
              assertThat(finding.level()).isEqualTo(Level.OK);
            });
    Finding last = diagnosis.findings().get(diagnosis.findings().size() - 1);
    assertThat(last.level()).isEqualTo(Level.MISSING);
    assertThat(last.message()).contains("no engine works");
  }

  @Test
  void theChosenLimiterIsTheBest() {
    Limits limits = Limits.of(MemoryLimiters.all());
    assertThat(limits.chosen()).isEqualTo(MemoryLimiters.best().map(MemoryLimiter::name));
    assertThat(limits.findings()).hasSize(MemoryLimiters.all().size() + 1);
  }

  @Test
  void withoutALimiterEnginesCanStillBeMeasured() {
    assertThat(Limits.of(List.of()).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.MISSING));
    assertThat(Diagnosis.verdict(true, 1, Optional.empty()).level()).isEqualTo(Level.WARN);
    assertThat(Diagnosis.verdict(true, 1, Optional.of("cgroup-v2")).level()).isEqualTo(Level.OK);
    assertThat(Diagnosis.verdict(false, 1, Optional.of("cgroup-v2")).level())
        .isEqualTo(Level.MISSING);
  }

  @Test
  void jsonHasLevelsInLowerCase() {
    JsonNode json =
        JsonMapper.builder()
            .build()
            .readTree(
                new Diagnosis(true, List.of(Finding.warn("swap", "it is on", "swapoff"))).toJson());
    assertThat(json.get("ready").asBoolean()).isTrue();
    JsonNode finding = json.get("findings").get(0);
    assertThat(finding.get("level").asString()).isEqualTo("warn");
    assertThat(finding.get("remedy").asString()).isEqualTo("swapoff");
  }

  @Test
  void textHasALineForTheFindingAndAnIndentedOneForTheRemedy() {
    Diagnosis diagnosis =
        new Diagnosis(
            true, List.of(Finding.ok("java", "17"), Finding.warn("swap", "it is on", "swapoff")));
    assertThat(DiagnosisText.of(diagnosis, TextStyle.NONE))
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
    Finding finding = Finding.missing("limit", "word ".repeat(40), "look at " + path);
    String text = DiagnosisText.of(new Diagnosis(false, List.of(finding)), TextStyle.NONE);
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(text.lines()).contains(" ".repeat(10) + path);
    assertThat(text.split("word", -1)).hasSize(41);
  }
}
