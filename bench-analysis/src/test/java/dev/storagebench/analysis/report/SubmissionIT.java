package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.result.Manifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A run that is accepted, and the same with one rule broken after the other. */
final class SubmissionIT {
  private static final Path ACCEPTED =
      Path.of("src/test/resources/dev/storagebench/analysis/report/accepted.zip");
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir private Path folder = Path.of("");
  private ObjectNode manifest = JSON.createObjectNode();
  private List<ObjectNode> cells = new ArrayList<>();
  private boolean sealed = true;

  @BeforeEach
  void read() throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(ACCEPTED)) {
      manifest = (ObjectNode) JSON.readTree(Files.readString(zip.getPath("run.json")));
      cells = new ArrayList<>();
      for (String line : Files.readAllLines(zip.getPath("cells.jsonl"))) {
        cells.add((ObjectNode) JSON.readTree(line));
      }
    }
  }

  private Path packed(String... more) throws IOException {
    Path file = folder.resolve("run.zip");
    StringBuilder log = new StringBuilder();
    for (ObjectNode each : cells) {
      each.remove("crc");
      String rest = each.toString().substring(1);
      CRC32 sum = new CRC32();
      sum.update(rest.getBytes(StandardCharsets.UTF_8));
      log.append(sealed ? "{\"crc\":\"%08x\",%s\n".formatted(sum.getValue(), rest) : each + "\n");
    }
    try (FileSystem zip = FileSystems.newFileSystem(file, Map.of("create", "true"))) {
      Files.writeString(zip.getPath("run.json"), manifest.toString());
      Files.writeString(zip.getPath("cells.jsonl"), log);
      for (String each : more) {
        Files.writeString(zip.getPath(each), "mine");
      }
    }
    return file;
  }

  private void refused(Path file, String why) throws IOException {
    assertThat(Submission.refusals(file)).singleElement().asString().contains(why);
  }

  private void warn(String kind, String text) {
    ArrayNode warnings = (ArrayNode) manifest.at("/environment/warnings");
    warnings
        .addObject()
        .put("kind", kind)
        .put("text", text)
        .put("remedy", "stop it")
        .putArray("values");
  }

  private static void figure(ObjectNode cell, String name, double value) {
    ObjectNode figure = ((ArrayNode) cell.get("secondary")).addObject();
    figure.put("name", name).put("value", value).put("unit", "s");
    figure.putArray("iterations");
    figure.putArray("percentiles");
  }

  /**
   * Lets all cells take turns, and the first candidate read by turns with itself.
   *
   * @param factor its speed as a multiple of its own
   * @param noise the factor of one round in three, and the inverse of that of another one
   */
  private void control(double factor, double noise) {
    cells.forEach(each -> figure(each, "turnsBesideOthers", 0));
    ArrayNode plan = (ArrayNode) manifest.at("/plan/cells");
    JsonNode first = plan.get(0);
    String control = first.at("/parameters/engine").asString().replaceFirst("^[^=]+=", "control=");
    plan.add(with(first, control));
    for (ObjectNode each : List.copyOf(cells)) {
      JsonNode cell = each.get("cell");
      if (Stream.of("benchmark", "threads", "parameters")
          .allMatch(name -> cell.get(name).equals(first.get(name)))) {
        ObjectNode copy = each.deepCopy();
        copy.set("cell", with(cell, control));
        ArrayNode iterations = (ArrayNode) copy.at("/score/iterations");
        double by = factor * Math.pow(noise, each.get("round").asInt() % 3 - 1);
        for (int i = 0; i < iterations.size(); i++) {
          iterations.set(i, iterations.get(i).asDouble() * by);
        }
        cells.add(copy);
      }
    }
  }

  private static ObjectNode with(JsonNode cell, String engine) {
    ObjectNode copy = (ObjectNode) cell.deepCopy();
    ((ObjectNode) copy.get("parameters")).put("engine", engine);
    return copy;
  }

  @Test
  void whatKeepsAllRulesIsAccepted() throws IOException {
    assertThat(Submission.refusals(packed())).isEmpty();
    assertThat(Submission.refusals(ACCEPTED)).isEmpty();
  }

  @Test
  void whatSubmitHasNotWrittenIsRefused() throws IOException {
    refused(folder, "is no packed run");
    refused(packed("evil.sh"), "it holds /evil.sh beside the run");
    Files.writeString(folder.resolve("run.zip"), "no archive");
    refused(folder.resolve("run.zip"), "cannot be read");
  }

  @Test
  void aRunOfMoreThanTwoMebibytesIsRefused() throws IOException {
    StringBuilder noise = new StringBuilder();
    new Random(1)
        .ints(3 << 20, ' ', '~')
        .filter(each -> each != '"' && each != '\\' && each != '/')
        .forEach(each -> noise.append((char) each));
    manifest.set("leftOut", JSON.createObjectNode().put("engine", noise.toString()));
    refused(packed(), "at most 2.00MiB are accepted");
  }

  @Test
  void linesWithoutOrWithAnotherChecksumAreRefused() throws IOException {
    sealed = false;
    refused(packed(), "have no checksum");
    Files.delete(folder.resolve("run.zip"));
    Path file = Files.copy(ACCEPTED, folder.resolve("run.zip"));
    try (FileSystem zip = FileSystems.newFileSystem(file)) {
      Path log = zip.getPath("cells.jsonl");
      Files.writeString(log, Files.readString(log).replaceFirst("\"seconds\":", "\"seconds\":1"));
    }
    refused(file, "its checksum differs");
  }

  @Test
  void aLineThatRepeatsAnotherOrIsOfNoCellOfThePlanIsRefused() throws IOException {
    ObjectNode first = cells.get(0);
    cells.add(first.deepCopy());
    refused(packed(), "repeats line 1 (");
    cells.set(cells.size() - 1, first.deepCopy());
    ((ObjectNode) cells.get(cells.size() - 1).get("cell")).put("threads", 7);
    refused(packed(), "is of a cell that the run does not have");
  }

  @Test
  void theFolderThatWasPackedIsCheckedByItsPackedRun() throws IOException {
    packed();
    Files.writeString(folder.resolve("run.json"), manifest.toString());
    assertThat(Submission.refusals(folder)).isEmpty();
  }

  @Test
  void valuesThatNoRunHasAreRefused() throws IOException {
    manifest.remove("environment");
    refused(packed(), "cannot be read");
  }

  @Test
  void namesOfPlacesAreRefused() throws IOException {
    manifest.withArray("/command").add("--out").add("/home/somebody/runs");
    refused(packed(), "it names a place of its machine: /home/somebody/runs");
  }

  @Test
  void aVersionWithoutACommitIsRefused() throws IOException {
    for (String each : List.of("0.1.0-SNAPSHOT", "1.0.0", "1.0.0+0123456789-dirty")) {
      manifest.put("version", each);
      refused(packed(), "version %s names no commit".formatted(each));
    }
  }

  @Test
  void twoVersionsOfOneCandidateAreRefused() throws IOException {
    ((ObjectNode) cells.get(0).at("/report/engine")).put("version", "0.0.1");
    refused(packed(), "several versions");
  }

  @Test
  void figuresThatAreVoidAreRefused() throws IOException {
    warn("BATTERY", "the machine is on battery");
    refused(packed(), "its figures are void");
  }

  @Test
  void aMachineThatDistortsIsRefusedWithTheRemedy() throws IOException {
    warn("GOVERNOR", "the governor is powersave");
    refused(packed(), "the governor is powersave; remedy: stop it");
  }

  @Test
  void loadIsRefusedAlsoBesideTurns() throws IOException {
    control(1, 1.02);
    warn("LOAD", "load average 0.50 on 2 processors");
    refused(packed(), "load average 0.50 on 2 processors");
  }

  @Test
  void whatWasBesideTheRunIsRefused() throws IOException {
    figure(cells.get(0), "besideAnotherRun", 1);
    refused(packed(), "measured beside another run");
    read();
    figure(cells.get(0), "stopped", 2);
    refused(packed(), "stopped while running");
    read();
    figure(cells.get(0), "starved", 1e3);
    refused(packed(), "other processes kept all processors busy");
    read();
    manifest.withArray("/profilers").add("jfr");
    refused(packed(), "measured under a profiler");
  }

  @Test
  void fewerRoundsThanSixAreRefused() throws IOException {
    cells.removeIf(each -> each.get("round").asInt() > 4);
    refused(packed(), "has 5 of 6");
  }

  @Test
  void turnsWithAControlInEachWorkloadOfReadsAreAccepted() throws IOException {
    control(1, 1.02);
    assertThat(Submission.refusals(packed())).isEmpty();
  }

  @Test
  void turnsWithoutAControlAreRefused() throws IOException {
    cells.forEach(each -> figure(each, "turnsBesideOthers", 0));
    refused(packed(), "it has no control");
  }

  @Test
  void oneControlDoesNotServeForOtherReads() throws IOException {
    ArrayNode plan = (ArrayNode) manifest.at("/plan/cells");
    plan.values().stream()
        .filter(each -> each.get("benchmark").asString().equals("PointRead"))
        .toList()
        .forEach(each -> plan.add(withThreads(each)));
    for (ObjectNode each : List.copyOf(cells)) {
      if (each.at("/cell/benchmark").asString().equals("PointRead")) {
        ObjectNode copy = each.deepCopy();
        copy.set("cell", withThreads(each.get("cell")));
        cells.add(copy);
      }
    }
    control(1, 1.02);
    refused(packed(), "first a candidate that has PointRead, 7 threads");
  }

  private static ObjectNode withThreads(JsonNode cell) {
    return ((ObjectNode) cell.deepCopy()).put("threads", 7);
  }

  @Test
  void aControlOfFewerRoundsThanSixIsRefused() throws IOException {
    control(1, 1.02);
    cells.removeIf(
        each ->
            each.get("round").asInt() > 4
                && each.at("/cell/parameters/engine").asString().startsWith("control"));
    refused(packed(), "control PointRead has 5 of 6");
  }

  @Test
  void aControlThatDiffersFromItselfOrDecidesNothingIsRefused() throws IOException {
    control(0.5, 1.02);
    refused(packed(), "its control does not show that equals are equal (slower)");
    read();
    control(1, 5);
    refused(packed(), "its control does not show that equals are equal (undecided)");
  }

  @Test
  void aSampleIsOneWorkloadOfTwoCandidatesOnAMachineOfTheClass() throws IOException {
    Manifest run = StoredRun.read(packed());
    String here = RunFacts.machineClass(run.environment());
    assertThat(Submission.sample(run, "another", any -> true)).isEmpty();
    assertThat(Submission.sample(run, here, any -> false)).isEmpty();
    Optional<Manifest> sample = Submission.sample(run, here, any -> true);
    assertThat(sample.orElseThrow().plan().cells()).hasSize(2);
    assertThat(sample.orElseThrow().results()).hasSize(40);
  }
}
