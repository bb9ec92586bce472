package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.RunLog;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.text.Rendered;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Run folders of others: damaged, huge, and written to deceive. */
final class StoredRunIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String HOSTILE =
      "x\u001b[2J\u001b]8;;https://evil.example\u0007\nverdict: forged\r\u202e [a](https://evil.example) @maintainer <img src=x> | # ";
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\u2028\u2029&&[^\n\t]]");

  @TempDir private Path folder = Path.of("");
  private RunFolder run = new RunFolder(folder);
  private JsonNode manifest = JSON.nullNode();
  private List<JsonNode> cells = List.of();

  /** Two candidates, one of which fails to update. */
  @BeforeEach
  void writeARun() throws IOException {
    run = new RunFolder(folder);
    Manifest whole = SampleRun.ofSuite();
    Predicate<Cell> some =
        cell ->
            List.of("lmdb", "mapdb").contains(cell.label())
                && cell.value("memory").equals("fits")
                && (cell.benchmark().equals("PointRead") || cell.threads() == 6);
    List<Cell> plan = whole.plan().cells().stream().filter(some).toList();
    Manifest small =
        new Manifest(
            whole.format(),
            whole.version(),
            List.of("suite"),
            whole.started(),
            whole.finished(),
            whole.suite(),
            new RunPlan(plan, 2, 1, 1),
            whole.environment(),
            whole.forkCommand(),
            whole.leftOut(),
            whole.profilers(),
            whole.rule(),
            whole.origin(),
            List.of());
    run.write(small);
    Files.createFile(run.log());
    List<CellResult> results =
        whole.results().stream().filter(each -> some.test(each.cell())).toList();
    new RunLog(run, whole.origin()).append(results);
    manifest = JSON.readTree(run.manifest().toFile());
    // A checksum is for accidents; others write theirs.
    cells = Files.readAllLines(run.log()).stream().map(JSON::readTree).toList();
    cells.forEach(each -> ((ObjectNode) each).remove("crc"));
    assertThat(cells).hasSize(16);
  }

  private void write(JsonNode newManifest, List<JsonNode> newCells) throws IOException {
    Files.writeString(run.manifest(), newManifest.toString());
    Files.write(run.log(), newCells.stream().map(JsonNode::toString).toList());
  }

  /** The paths of all values, without the numbers of elements. */
  private static void paths(JsonNode node, String path, Set<String> into) {
    if (!path.isEmpty()) {
      into.add(path);
    }
    if (node instanceof ObjectNode object) {
      object.properties().forEach(each -> paths(each.getValue(), path + "/" + each.getKey(), into));
    } else if (node instanceof ArrayNode array) {
      array.forEach(each -> paths(each, path + "/*", into));
    }
  }

  /** The same with all values at a path changed. */
  private static JsonNode changed(
      JsonNode node, String at, String path, UnaryOperator<JsonNode> change) {
    if (at.equals(path)) {
      return change.apply(node);
    }
    if (!path.startsWith(at)) {
      return node;
    }
    if (node instanceof ObjectNode object) {
      ObjectNode made = JSON.createObjectNode();
      object
          .properties()
          .forEach(
              each ->
                  made.set(
                      each.getKey(),
                      changed(each.getValue(), at + "/" + each.getKey(), path, change)));
      return made;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode made = JSON.createArrayNode();
      array.forEach(each -> made.add(changed(each, at + "/*", path, change)));
      return made;
    }
    return node;
  }

  /** Applies a change to each path of both files in turn. */
  private void eachPath(UnaryOperator<JsonNode> change, Predicate<Path> isFine) throws IOException {
    Set<String> ofManifest = new TreeSet<>();
    paths(manifest, "", ofManifest);
    Set<String> ofCells = new TreeSet<>();
    cells.forEach(each -> paths(each, "", ofCells));
    List<String> wrong = new ArrayList<>();
    for (String path : ofManifest) {
      write(changed(manifest, "", path, change), cells);
      check("run.json " + path, isFine, wrong);
    }
    for (String path : ofCells) {
      write(manifest, cells.stream().map(each -> changed(each, "", path, change)).toList());
      check("cells.jsonl " + path, isFine, wrong);
    }
    assertThat(wrong).isEmpty();
  }

  private void check(String path, Predicate<Path> isFine, List<String> wrong) {
    try {
      if (!isFine.test(folder)) {
        wrong.add(path);
      }
    } catch (AssertionError e) {
      wrong.add(path + ": " + e.getMessage());
    }
  }

  private static boolean isReadOrRefused(Path folder) {
    Throwable thrown = catchThrowable(() -> StoredRun.read(folder));
    return thrown == null
        || ((thrown instanceof IOException || thrown instanceof IllegalArgumentException)
            && thrown.getMessage().contains(folder.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "-1", "9223372036854775807", "\"x\"", "[null]", "{\"a\":null}"})
  void anyValueMayBeWrong(String value) throws IOException {
    eachPath(old -> JSON.readTree(value), StoredRunIT::isReadOrRefused);
  }

  @Test
  void textFromOutsideControlsNoOutput() throws IOException {
    List<String> read = new ArrayList<>();
    eachPath(
        old -> old.isString() ? JsonNodeFactory.instance.stringNode(old.asString() + HOSTILE) : old,
        each -> {
          try {
            Manifest hostile = StoredRun.read(each);
            read.add(each.toString());
            requireHarmless(hostile);
            return true;
          } catch (IOException | IllegalArgumentException refused) {
            return true;
          }
        });
    assertThat(read).hasSizeGreaterThan(20);
  }

  private static void requireHarmless(Manifest hostile) throws IOException {
    RunText text = new RunText(Analysis.of(hostile), TextStyle.NONE);
    Document comparison = ComparisonText.of(RunComparison.of(hostile, hostile), HOSTILE, "new");
    for (String terminal :
        List.of(
            RunText.of(text.analysis()).text(text.style()),
            text.verdict(),
            comparison.text(TextStyle.NONE))) {
      assertThat(CONTROL.matcher(terminal).find()).isFalse();
      assertThat(terminal.lines()).noneMatch(line -> line.startsWith("verdict"));
    }
    for (String markdown : List.of(RunText.of(text.analysis()).markdown(), comparison.markdown())) {
      assertThat(CONTROL.matcher(markdown).find()).isFalse();
      assertThat(Rendered.of(markdown).markup()).isEmpty();
    }
    String own =
        new ReportPage(text.analysis(), ReportPage.FILES)
            .page()
            .render()
            .replaceAll("(?s)<script>.*?</script>", "");
    assertThat(CONTROL.matcher(own).find()).isFalse();
    assertThat(own).doesNotContain("<img src=x>");
  }

  @Test
  void theLineOfTheLogIsNamed() throws IOException {
    write(
        manifest,
        List.of(
            cells.get(0),
            changed(cells.get(1), "", "/cell", old -> JSON.nullNode()),
            cells.get(2)));
    assertThatThrownBy(() -> StoredRun.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(run.log() + ", line 2, cannot be read: cell is missing");
    Files.writeString(run.log(), "null\n");
    assertThatThrownBy(() -> StoredRun.read(folder))
        .hasMessageContaining(run.log() + ", line 1, cannot be read");
  }

  @Test
  void deepHugeAndForeignFilesAreRefused() throws IOException {
    Files.writeString(run.log(), "[".repeat(200_000) + "\n");
    assertThatThrownBy(() -> StoredRun.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 1")
        .hasMessageContaining("depth");
    Files.write(run.log(), new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
    assertThatThrownBy(() -> StoredRun.read(folder)).hasMessageContaining("line 1, cannot be read");
    try (RandomAccessFile log = new RandomAccessFile(run.log().toFile(), "rw")) {
      log.setLength(1L << 40);
    }
    assertThatThrownBy(() -> StoredRun.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("MiB that this heap allows");
    Files.delete(run.log());
    Files.createDirectory(run.log());
    assertThatThrownBy(() -> StoredRun.read(folder)).hasMessageContaining("not a regular file");
    Files.writeString(run.manifest(), "{\"a\":1}");
    assertThatThrownBy(() -> StoredRun.read(folder))
        .hasMessageContaining("run.json cannot be read: ");
    Files.writeString(run.manifest(), "{\"a\":\u2028}");
    assertThatThrownBy(() -> StoredRun.read(folder))
        .hasMessageContaining("run.json cannot be read: ")
        .hasMessageContaining("\\u2028")
        .hasMessageNotContaining("\u2028");
  }

  @Test
  void aReportIsWrittenThroughNoLink() throws IOException {
    Path victim =
        Files.writeString(folder.resolveSibling(folder.getFileName() + "-victim"), "mine");
    Analysis read = Analysis.of(StoredRun.read(folder));
    for (RunArtifact each :
        List.of(
            RunArtifact.CSV,
            RunArtifact.VERDICT,
            RunArtifact.TEXT,
            RunArtifact.MARKDOWN,
            RunArtifact.PAGE,
            RunArtifact.RESULTS)) {
      Path file = each.write(read, folder);
      Files.delete(file);
      Files.createSymbolicLink(file, victim);
      assertThatThrownBy(() -> each.write(read, folder))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(file.toString());
    }
    assertThat(victim).hasContent("mine");
    Files.delete(victim);
  }
}
