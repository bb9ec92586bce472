package dev.storagebench.analysis.result;

import static dev.storagebench.analysis.compare.Runs.cell;
import static dev.storagebench.analysis.compare.Runs.measured;
import static dev.storagebench.analysis.compare.Runs.run;
import static dev.storagebench.analysis.compare.Runs.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.function.IOFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {
  @TempDir private Path temporary = Path.of("");

  private final Cell cell = cell("PointRead", "lmdb", "seed", "1");

  private RunFolder begun() throws IOException {
    RunFolder folder = RunFolder.at(temporary.resolve("run"));
    new RunLog(folder, new Origin("", Map.of())).append(List.of(measured(cell, 0, 10, 11)));
    folder.write(run("cpu", List.of(measured(cell, 0, 10, 11))));
    return folder;
  }

  @Test
  void aFolderTakesOneRunAtATime() throws IOException {
    RunFolder folder = begun();
    assertThatThrownBy(() -> RunFolder.at(folder.path()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("--resume");
    try (ProcessLock first = folder.lock()) {
      assertThat(first).isNotNull();
      assertThatThrownBy(folder::lock)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another run is using " + folder.path());
    }
    folder.lock().close();
  }

  @Test
  void anEmptyFolderHasNothingToGoOnWith() {
    assertThatThrownBy(() -> RunFolder.resumed(temporary))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no run to resume");
  }

  @Test
  void aRunThatWasKilledAtOnceCanBeginAgain() throws IOException {
    Path path = RunFolder.at(temporary.resolve("run")).path();
    assertThat(RunFolder.at(path).originalManifest()).isEmpty();
    assertThat(RunFolder.resumed(path).originalManifest()).isEmpty();
  }

  @Test
  void aFolderWhoseRunMeasuredNothingIsTakenForAnotherOne() throws IOException {
    RunFolder folder = RunFolder.at(temporary.resolve("run"));
    folder.write(run("cpu", List.of(measured(cell, 0, 10, 11))));
    assertThat(RunFolder.at(folder.path()).path()).isEqualTo(folder.path());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cells.jsonl", "jmh.log", "forks/planted.jmh", "run.lock"})
  void aFolderWithALinkIsRefusedBeforeAnythingIsWritten(String name) throws IOException {
    Path victim = Files.writeString(temporary.resolve("victim"), "precious");
    Path link = temporary.resolve("run").resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, victim);
    for (IOFunction<Path, RunFolder> each :
        List.<IOFunction<Path, RunFolder>>of(RunFolder::at, RunFolder::resumed)) {
      assertThatThrownBy(() -> each.apply(temporary.resolve("run")))
          .hasMessageMatching("(?s).*(is a link|already holds a run|no run to resume).*");
    }
    assertThat(victim).hasContent("precious");
  }

  @Test
  void aFolderWithFilesOfAnotherUserIsRefused() throws IOException {
    RunFolder folder = begun();
    try {
      Files.setAttribute(folder.log(), "unix:uid", 1_900_000_001);
    } catch (FileSystemException | UnsupportedOperationException notRoot) {
      assumeTrue(false, "files cannot be given away: " + notRoot);
    }
    assertThatThrownBy(() -> RunFolder.resumed(folder.path()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cells.jsonl is a file of user 1900000001");
  }

  @Test
  void aManifestThatIsCutIsNone() throws IOException {
    RunFolder folder = begun();
    assertThat(folder.originalManifest()).isPresent();
    String text = Files.readString(folder.manifest());
    for (String cut : List.of("", "null", "{}", text.substring(0, text.length() / 2))) {
      Files.writeString(folder.manifest(), cut);
      assertThat(folder.originalManifest()).as(cut).isEmpty();
    }
  }

  @Test
  void aLogThatIsGoneIsTold() throws IOException {
    Path path = begun().path();
    Files.delete(path.resolve("cells.jsonl"));
    assertThatThrownBy(() -> RunFolder.resumed(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cells.jsonl is missing");
  }

  @Test
  void aPackedRunIsReadAsTheFolderAndNotResumed() throws IOException {
    RunFolder folder = begun();
    List<CellResult> plain = folder.read().results();
    Path packed = packed(folder);
    assertThat(folder.read().results()).isEqualTo(plain).isNotEmpty();
    assertThat(new RunFolder(packed).read().results()).isEqualTo(plain);
    assertThat(new RunFolder(packed).outputs()).isEqualTo(folder.path().toAbsolutePath());
    assertThatThrownBy(() -> RunFolder.resumed(folder.path()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unpack run.zip");
    assertThatThrownBy(() -> RunFolder.at(folder.path()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("already holds a run");
  }

  @Test
  void aPackedRunThatIsCutOrAnotherFileIsNamed() throws IOException {
    RunFolder folder = begun();
    Path packed = packed(folder);
    byte[] whole = Files.readAllBytes(packed);
    for (byte[] bad :
        List.of(
            Arrays.copyOf(whole, whole.length / 2),
            new byte[3],
            "{}\n".repeat(9).getBytes(UTF_8))) {
      Files.write(packed, bad);
      assertThatThrownBy(folder::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(packed + " is not a packed run");
    }
  }

  @Test
  void aDamagedLineOfAPackedRunIsNamedWithTheFile() throws IOException {
    RunFolder folder = begun();
    Files.writeString(folder.log(), Files.readString(folder.log()).replace("MEASURED", "MEASURER"));
    Path packed = folder.path().resolve(PackedRun.NAME);
    try (FileSystem zip = FileSystems.newFileSystem(packed, Map.of("create", "true"))) {
      Files.copy(folder.manifest(), zip.getPath("/run.json"));
      Files.copy(folder.log(), zip.getPath("/cells.jsonl"));
    }
    assertThatThrownBy(new RunFolder(packed)::read)
        .hasMessageContaining(packed + "/cells.jsonl, line 1, is damaged");
  }

  @Test
  void aPackedRunDoesNotSayWhereItWasMeasured() throws IOException {
    RunFolder folder = begun();
    String home = System.getProperty("user.home");
    Files.writeString(
        folder.manifest(),
        Files.readString(folder.manifest())
            .replaceFirst(
                "\"command\" : \\[[^]]*]",
                "\"command\" : [ \"mine=mysql{url=jdbc:mysql://db.internal:3306/x}\", \"%s/data.csv\", \"a/b\", \"/srv/x\" ]"
                    .formatted(home)));
    Path packed = folder.path().resolve(PackedRun.NAME);
    assertThat(PackedRun.write(folder.path(), packed))
        .containsKeys("db.internal:3306", home + "/data.csv", "/srv/x");
    assertThat(new RunFolder(packed).read().command())
        .containsExactly("mine=mysql{url=jdbc:mysql://PLACE/x}", "PLACE", "a/b", "PLACE");
  }

  /** Of whatever stands in messages and settings, not in the command line alone. */
  @Test
  void aPackedRunNamesNoPlaceAnywhere() throws IOException {
    RunFolder folder = begun();
    String said =
        "cannot reach jdbc:mysql://alice@db1.corp:3306,db2.corp/bench: client 0 (c7.corp, process 12) ended"
            + " beside /opt/acme/lib.so, -javaagent:/opt/agent.jar in ssh:bob@c7.corp; db2.corp is down,"
            + " 'max' has /usr/lib/libc.so.6 and 3 #/op, 4 op/s";
    String user = System.getProperty("user.name");
    System.setProperty("user.name", "max");
    try {
      Files.writeString(
          folder.manifest(),
          Files.readString(folder.manifest())
              .replaceFirst(
                  "\"command\" : \\[[^]]*]",
                  "\"command\" : [ \"--launch\", \"ssh:bob@c7.corp\", \"--engines\", \"mysql,max\" ]"));
      Files.writeString(
          folder.log(),
          Files.readString(folder.log())
              .replace("\"message\":null", "\"message\":\"%s\"".formatted(said)));
      Path packed = folder.path().resolve(PackedRun.NAME);
      PackedRun.write(folder.path(), packed);
      Manifest run = new RunFolder(packed).read();
      assertThat(run.command()).containsExactly("--launch", "PLACE", "--engines", "mysql,max");
      assertThat(run.results().get(0).message())
          .isEqualTo(
              "cannot reach jdbc:mysql://PLACE/bench: client 0 (PLACE, process 12) ended"
                  + " beside PLACE, -javaagent:PLACE in PLACE; PLACE is down,"
                  + " 'PLACE' has /usr/lib/libc.so.6 and 3 #/op, 4 op/s");
      assertThat(PackedRun.problems(packed)).isEmpty();
    } finally {
      System.setProperty("user.name", user);
    }
  }

  private static Path packed(RunFolder folder) throws IOException {
    Path packed = folder.path().resolve(PackedRun.NAME);
    PackedRun.write(folder.path(), packed);
    Files.delete(folder.log());
    Files.delete(folder.manifest());
    return packed;
  }

  @Test
  void aPlaceThatIsNoFolderIsToldAtTheStart() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    assertThatThrownBy(() -> RunFolder.at(file.resolve("run")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("--out");
  }

  @Test
  void whatDiffersIsNamedBeforeFiguresAreMixed() {
    Manifest before =
        with(
            run("cpu", List.of(measured(cell, 0, 1))),
            List.of("gc"),
            new Origin("aaaa", Map.of("data set reviews", "reviews:records=1")));
    assertThat(before.obstacles(before)).isEmpty();
    Cell longer = cell.withRounds(99);
    assertThat(
            before.obstacles(
                with(run("cpu", List.of(measured(longer, 0, 1))), List.of("gc"), before.origin())))
        .isEmpty();
    Cell other = cell("PointRead", "lmdb", "seed", "2");
    assertThat(
            before.obstacles(
                with(
                    run("another", List.of(measured(other, 0, 1))),
                    List.of("jfr"),
                    new Origin("bbbb", Map.of("data set reviews", "reviews:records=2")))))
        .containsExactlyInAnyOrder(
            "code: was aaaa, is bbbb",
            "data set reviews: was reviews:records=1, is reviews:records=2",
            "seed: was 1, is 2",
            "profilers: was gc, is jfr",
            "processor: was cpu, is another");
  }
}
