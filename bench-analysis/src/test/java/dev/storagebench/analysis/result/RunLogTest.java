package dev.storagebench.analysis.result;

import static dev.storagebench.analysis.compare.Runs.cell;
import static dev.storagebench.analysis.compare.Runs.measured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;

/** A run is resumed from what its log proves, and from nothing else. */
class RunLogTest {
  private static final Origin ORIGIN =
      new Origin("aaaa", Map.of("JVM flags", "", "file system", "ext4 on /dev/vda1"));

  @TempDir private Path temporary = Path.of("");

  private final Cell cell = cell("PointRead", "lmdb", "seed", "1");
  private final RunPlan plan = new RunPlan(List.of(cell), 9, 1, 1);
  private RunFolder folder = new RunFolder(temporary);

  @BeforeEach
  void measureTwoRounds() throws IOException {
    folder = RunFolder.at(temporary.resolve("run"));
    append(0, 10, 11);
    append(1, 12, 13);
  }

  private RunLog log() {
    return new RunLog(folder, ORIGIN);
  }

  private void append(int round, double... iterations) throws IOException {
    log()
        .append(
            List.of(measured(cell, round, iterations).of(cell, new RunResult(null, List.of()))));
  }

  private Path fork(int round) throws IOException {
    try (Stream<Path> forks = Files.list(folder.path().resolve("forks"))) {
      return forks.filter(each -> each.toString().endsWith("-" + round + ".jmh")).findAny().get();
    }
  }

  private void refused(String... message) {
    assertThatThrownBy(() -> log().resume(plan))
        .isInstanceOf(IOException.class)
        .message()
        .contains(message)
        .contains("cells.jsonl, line ", "delete the line to measure its cell again")
        .hasLineCount(1);
  }

  @Test
  void aLineThatWasNotWrittenToItsEndIsCutOffBeforeTheNextOne() throws IOException {
    Files.writeString(folder.log(), "{\"cell\":{\"bench", StandardOpenOption.APPEND);
    List<CellResult> earlier = log().resume(plan);
    assertThat(earlier).extracting(CellResult::round).containsExactly(0, 1);
    assertThat(earlier).extracting(CellResult::jmh).doesNotContainNull();
    append(2, 14);
    assertThat(RunLog.read(folder, plan)).extracting(CellResult::round).containsExactly(0, 1, 2);
  }

  @Test
  void moreRoundsAreTheSameCells() throws IOException {
    Cell longer = cell.withRounds(77);
    assertThat(log().resume(new RunPlan(List.of(longer), 77, 1, 1)))
        .extracting(CellResult::cell)
        .containsExactly(longer, longer);
  }

  @Test
  void aRepeatedLineIsNamed() throws IOException {
    List<String> lines = Files.readAllLines(folder.log());
    Files.write(folder.log(), List.of(lines.get(0), lines.get(1), lines.get(0)));
    refused("line 3", "repeats line 1 (lmdb, PointRead, round 1)");
  }

  @Test
  void aMissingOrCutResultOfJmhIsNamed() throws IOException {
    byte[] bytes = Files.readAllBytes(fork(1));
    Files.write(fork(1), java.util.Arrays.copyOf(bytes, bytes.length / 2));
    refused("line 2", "forks", "-1.jmh", "cut");
    Files.delete(fork(1));
    refused("line 2", "-1.jmh", "missing");
    // As the message says.
    Files.write(folder.log(), List.of(Files.readAllLines(folder.log()).get(0)));
    assertThat(log().resume(plan)).extracting(CellResult::round).containsExactly(0);
  }

  @Test
  void aResultOfJmhThatIsNoFileIsNotRead() throws IOException {
    Path fork = fork(1);
    Files.delete(fork);
    Files.createDirectory(fork);
    refused("line 2", "-1.jmh", "missing");
  }

  /** As {@code --resume} of somebody else's run would read it. */
  @Test
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
  void aResultOfJmhHasNoOtherObjects() throws IOException {
    Set<Object> bomb = new HashSet<>();
    Set<Object> left = bomb;
    Set<Object> right = new HashSet<>();
    for (int level = 0; level < 60; level++) {
      Set<Object> nextLeft = new HashSet<>(Set.of("left"));
      Set<Object> nextRight = new HashSet<>();
      for (Set<Object> each : List.of(left, right)) {
        each.add(nextLeft);
        each.add(nextRight);
      }
      left = nextLeft;
      right = nextRight;
    }
    for (Object each :
        List.of(
            bomb,
            "no result",
            new byte[10_000_001],
            new URL("http://stranger.example/"),
            folder.path().toFile())) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(each);
      }
      assertThatThrownBy(() -> JmhResults.read(bytes.toByteArray()))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("no result of JMH: ");
    }
  }

  @Test
  void aLineOfAnotherMachineIsNamedWithWhatDiffers() {
    Origin other =
        new Origin("aaaa", Map.of("JVM flags", "-Xint", "file system", "tmpfs on tmpfs"));
    assertThatThrownBy(() -> new RunLog(folder, other).resume(plan))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 1")
        .hasMessageContaining("JVM flags: was , is -Xint")
        .hasMessageContaining("file system: was ext4 on /dev/vda1, is tmpfs on tmpfs");
  }

  @Test
  void aCellThatIsNotPlannedIsNamed() {
    RunPlan others = new RunPlan(List.of(cell("PointRead", "lmdb", "seed", "2")), 9, 1, 1);
    assertThatThrownBy(() -> log().resume(others)).hasMessageContaining("line 1, is of a cell");
  }

  /** Neither a figure nor the cell it belongs to can change without notice. */
  @Test
  void aFlippedBitIsNoticedWhereverItIs() throws IOException {
    List<String> original = RunLog.read(folder, plan).stream().map(Object::toString).toList();
    byte[] whole = Files.readAllBytes(folder.log());
    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      byte[] flipped = whole.clone();
      flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(folder.log(), flipped);
      try {
        assertThat(log().resume(plan))
            .extracting(each -> each.of(cell, null).toString())
            .isSubsetOf(original);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("cells.jsonl, line ");
      }
    }
  }

  @Test
  void linesThatAreNoResultsAreNamed() throws IOException {
    for (String line :
        List.of("null", "{}", "[]", "{\"cell\":null}", "7", "", "\0\0", "{\"a\":".repeat(5000))) {
      Files.writeString(folder.log(), line + "\n");
      refused("line 1");
    }
  }
}
