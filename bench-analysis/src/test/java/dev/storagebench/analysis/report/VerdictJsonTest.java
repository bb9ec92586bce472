package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The findings that a run leaves for other programs. */
class VerdictJsonTest {
  @TempDir private Path folder = Path.of("");

  private static Manifest run(int rounds) {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(Runs.cell("PointRead", "lmdb"), 1000, 1010, 990));
    results.addAll(Runs.rounds(Runs.cell("PointRead", "rocksdb"), 500, 505, 495));
    results.removeIf(each -> each.round() >= rounds);
    return Runs.run("cpu", results);
  }

  private JsonNode written(Manifest run) throws IOException {
    Path file = RunArtifact.VERDICT.write(Analysis.of(run), folder);
    assertThat(file.getFileName()).hasToString("verdict.json");
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  @Test
  void aFindingHasItsWorkloadConditionsCandidatesAndWhetherItIsDecided() throws IOException {
    JsonNode answer = written(run(3)).get("findings").get(0);
    assertThat(answer.get("decided").asBoolean()).isTrue();
    assertThat(answer.get("reason").asString()).isEqualTo("DECIDED");
    assertThat(answer.get("text").asString()).startsWith("Reads: lmdb. 1.00k op/s, 2.00 × rocksdb");
    JsonNode finding = answer.get("finding");
    assertThat(finding.get("question").asString()).isEqualTo("FASTEST");
    assertThat(finding.get("workload").asString()).isEqualTo("Reads");
    assertThat(finding.get("conditions").get("threads").asString()).isEqualTo("2");
    assertThat(finding.get("chosen")).hasSize(1);
    JsonNode second = finding.get("standings").get(1);
    assertThat(second.get("name").asString()).isEqualTo("rocksdb");
    assertThat(second.get("ratio").asDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(second.get("low").asDouble()).isLessThan(0.5);
    assertThat(second.get("high").asDouble()).isBetween(0.5, 1.0);
    assertThat(second.get("rounds").asInt()).isEqualTo(3);
    assertThat(second.get("verdict").asString()).isEqualTo("SLOWER");
  }

  @Test
  void oneRoundIsTheReasonWhyNothingIsDecided() throws IOException {
    JsonNode answer = written(run(1)).get("findings").get(0);
    assertThat(answer.get("decided").asBoolean()).isFalse();
    assertThat(answer.get("reason").asString()).isEqualTo("ONE_ROUND");
    assertThat(answer.get("finding").get("standings").get(1).get("low").isNull()).isTrue();
  }

  @Test
  void whatVoidsTheRunVoidsEachFindingByItsKind() throws IOException {
    Manifest run =
        SampleRun.loaded(run(3), "load average 9.10 on 2 processors: other processes are running");
    JsonNode verdict = written(run);
    assertThat(verdict.get("voidedBy").get(0).get("kind").asString()).isEqualTo("LOAD");
    assertThat(verdict.get("findings"))
        .isNotEmpty()
        .allSatisfy(
            each -> {
              assertThat(each.get("voided").asBoolean()).isTrue();
              assertThat(each.get("decided").asBoolean()).isFalse();
              assertThat(each.get("reason").asString()).isEqualTo("LOAD");
            });
  }
}
