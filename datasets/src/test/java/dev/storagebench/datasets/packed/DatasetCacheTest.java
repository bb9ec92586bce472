package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.ReadOptions.LENIENT;
import static dev.storagebench.datasets.ReadOptions.STRICT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetCacheTest {
  @TempDir Path folder;
  private Path input;
  private Path cacheFolder;
  private DatasetCache cache;
  private long packedRecords;

  @BeforeEach
  void writeInput() throws IOException {
    input = folder.resolve("some lines.txt");
    cacheFolder = folder.resolve("a/cache");
    cache = new DatasetCache(cacheFolder);
    Files.writeString(input, "a=1\nb=2\nc=\n");
  }

  /** Leaves in {@code packedRecords} how many were packed, 0 if the file came from the cache. */
  private Path obtain(ReadOptions options) throws IOException {
    packedRecords = 0;
    return cache.obtain(
        new DatasetSpec("lines", input.toString()),
        options,
        (records, bytes) -> packedRecords = records);
  }

  private List<String> left(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(cacheFolder)) {
      return files
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .toList();
    }
  }

  @Test
  void packsOnceAndHandsOutTheSameAfterwards() throws IOException {
    Path first = obtain(STRICT);
    assertThat(packedRecords).isEqualTo(3);

    assertThat(obtain(STRICT)).isEqualTo(first);
    assertThat(packedRecords).isZero();
    assertThat(TestRecord.unpack(first))
        .containsExactly(
            new TestRecord("a", "1"), new TestRecord("b", "2"), new TestRecord("c", ""));
    assertThat(first.getFileName().toString())
        .matches("lines-some_lines.txt-[0-9a-f]{16}\\.records");
    assertThat(left(".keys")).containsExactly(first.getFileName() + ".keys");
    assertThat(left(".tmp")).isEmpty();
  }

  @Test
  void packsAgainWhenTheInputHasChanged() throws IOException {
    Path first = obtain(STRICT);
    Files.writeString(input, "d=4\n");

    assertThat(obtain(STRICT)).isNotEqualTo(first);
    assertThat(packedRecords).isEqualTo(1);
  }

  @Test
  void sweepsWhatProcessesLeftThatDiedWhilePacking() throws IOException {
    Path packed = obtain(STRICT);
    String dead = packed.getFileName() + ".0123456789abcdef.tmp";
    String deadKeys = packed.getFileName() + ".keys.0123456789abcdef.tmp";
    Path living = packed.resolveSibling("other.records.0123456789abcdef.tmp");
    for (String each : List.of(dead, deadKeys)) {
      Files.createFile(packed.resolveSibling(each));
    }
    Files.createFile(living);
    try (ProcessLock held = ProcessLock.take(packed.resolveSibling("other.records.lock"))) {
      assertThat(held).isNotNull();
      cache.sweep();
      assertThat(left(".tmp")).containsExactly(living.getFileName().toString());
    }
    cache.sweep();
    assertThat(left(".tmp")).isEmpty();
    assertThat(obtain(STRICT)).isEqualTo(packed);
    assertThat(packedRecords).isZero();
  }

  @Test
  void keepsTheLastOfEqualKeysInItsPlace() throws IOException {
    Files.writeString(input, "a=1\nb=2\na=3\nc=4\nb=5\na=6\n");

    assertThat(TestRecord.unpack(obtain(STRICT)))
        .containsExactly(
            new TestRecord("c", "4"), new TestRecord("b", "5"), new TestRecord("a", "6"));
    assertThat(left(".tmp")).isEmpty();
  }

  @Test
  void aBadRecordStopsPackingAndLeavesNothing() throws IOException {
    Files.writeString(input, "a=1\nnonsense\nb=2\n");

    assertThatThrownBy(() -> obtain(STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("nonsense");
    assertThat(left("")).allMatch(name -> name.endsWith(".lock"));
  }

  @Test
  void skippedBadRecordsAreLeftOut() throws IOException {
    Files.writeString(input, "a=1\nnonsense\nb=2\n");

    assertThat(TestRecord.unpack(obtain(LENIENT)))
        .containsExactly(new TestRecord("a", "1"), new TestRecord("b", "2"));
  }

  @Test
  void anInputWithoutRecordsIsAnErrorThatSaysSo() throws IOException {
    Files.writeString(input, "nonsense\n");

    assertThatThrownBy(() -> obtain(LENIENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no good records")
        .hasMessageContaining("1 bad; the first: ");
    assertThat(left(".records")).isEmpty();
  }

  @Test
  void anUnknownFormatListsTheValidOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cache.obtain(new DatasetSpec("nope", ""), STRICT, PackingProgress.NONE))
        .withMessageContaining("nope")
        .withMessageContaining("kv, lines, ");
  }

  @Test
  void aCachedFileWithADamagedHeaderOrIndexIsPackedAgain() throws IOException {
    Path file = obtain(STRICT);
    byte[] sound = Files.readAllBytes(file);
    for (int position : new int[] {0, 8, 20, sound.length - 1}) {
      byte[] damaged = sound.clone();
      damaged[position] ^= 1;
      Files.write(file, damaged);

      obtain(STRICT);

      assertThat(packedRecords).as("byte %d", position).isEqualTo(3);
      assertThat(Files.readAllBytes(file)).isEqualTo(sound);
    }
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws IOException {
    Path file = obtain(STRICT);
    Files.delete(file);
    Files.writeString(file.resolveSibling(file.getFileName() + ".0123.tmp"), "half");
    Files.writeString(file.resolveSibling(file.getFileName() + ".all.tmp"), "half");

    obtain(STRICT);

    assertThat(left(".tmp")).isEmpty();
  }
}
