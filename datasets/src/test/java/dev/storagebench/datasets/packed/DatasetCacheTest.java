package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetCacheTest {
  private static final PackingOptions LAST_WINS =
      new PackingOptions(ReadOptions.STRICT, Duplicates.LAST_WINS);
  private static final PackingOptions ORDINAL =
      new PackingOptions(ReadOptions.STRICT, Duplicates.ORDINAL);
  private static final PackingOptions LENIENT =
      new PackingOptions(ReadOptions.LENIENT, Duplicates.LAST_WINS);

  @TempDir Path folder;
  private Path input;
  private Path cacheFolder;
  private DatasetCache cache;

  @BeforeEach
  void writeInput() throws IOException {
    input = folder.resolve("some lines.txt");
    cacheFolder = folder.resolve("a/cache");
    cache = new DatasetCache(cacheFolder);
    Files.writeString(input, "a=1\nb=2\nc=\n");
  }

  private Packed obtain(PackingOptions options) throws IOException {
    return cache.obtain(new DatasetSpec("lines", input.toString()), options, PackingProgress.NONE);
  }

  private Packed obtainPiped() throws IOException {
    return cache.obtain(
        new DatasetSpec("piped-lines", input.toString()), LAST_WINS, PackingProgress.NONE);
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
    Packed first = obtain(LAST_WINS);
    Packed second = obtain(LAST_WINS);

    assertThat(first.fromCache()).isFalse();
    assertThat(second).isEqualTo(new Packed(first.file(), first.summary(), first.report(), true));
    assertThat(TestRecord.unpack(second.file()))
        .containsExactly(
            new TestRecord("a", "1"), new TestRecord("b", "2"), new TestRecord("c", ""));
    assertThat(first.report())
        .isEqualTo(new PackingReport(3, 0, List.of(), 0, Map.of("empty values", 1L)));
    assertThat(first.file().getFileName().toString())
        .matches("lines-some_lines.txt-[0-9a-f]{16}\\.records");
    assertThat(left(".tmp")).isEmpty();
  }

  @Test
  void packsAgainWhenTheInputHasChanged() throws IOException {
    Packed first = obtain(LAST_WINS);
    Files.writeString(input, "d=4\n");

    Packed second = obtain(LAST_WINS);

    assertThat(second.fromCache()).isFalse();
    assertThat(second.file()).isNotEqualTo(first.file());
    assertThat(second.summary().records()).isEqualTo(1);
  }

  @Test
  void keepsTheLastOfEqualKeysInItsPlace() throws IOException {
    Files.writeString(input, "a=1\nb=2\na=3\nc=4\nb=5\na=6\n");

    Packed packed = obtain(LAST_WINS);

    assertThat(TestRecord.unpack(packed.file()))
        .containsExactly(
            new TestRecord("c", "4"), new TestRecord("b", "5"), new TestRecord("a", "6"));
    assertThat(packed.summary().records()).isEqualTo(3);
    assertThat(packed.report().recordsRead()).isEqualTo(6);
    assertThat(packed.report().duplicateKeys()).isEqualTo(3);
    assertThat(left(".tmp")).isEmpty();
  }

  @Test
  void numbersEqualKeysUnderOtherOptionsInAnotherFile() throws IOException {
    Files.writeString(input, "a=1\na=2\na=3\n");

    Packed packed = obtain(ORDINAL);

    assertThat(TestRecord.unpack(packed.file()))
        .containsExactly(
            new TestRecord("a", "1"), new TestRecord("a #2", "2"), new TestRecord("a #3", "3"));
    assertThat(packed.report().duplicateKeys()).isEqualTo(2);
    assertThat(obtain(LAST_WINS).summary().records()).isEqualTo(1);
    assertThat(obtain(ORDINAL).fromCache()).isTrue();
  }

  @Test
  void aBadRecordStopsPackingAndLeavesNothing() throws IOException {
    Files.writeString(input, "a=1\nnonsense\nb=2\n");

    assertThatThrownBy(() -> obtain(LAST_WINS))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("nonsense");
    assertThat(left("")).allMatch(name -> name.endsWith(".lock"));
  }

  @Test
  void skippedBadRecordsStandInTheReportEvenFromTheCache() throws IOException {
    Files.writeString(input, "a=1\nnonsense\nb=2\n");
    obtain(LENIENT);

    PackingReport report = obtain(LENIENT).report();

    assertThat(report.recordsRead()).isEqualTo(2);
    assertThat(report.badRecords()).isEqualTo(1);
    assertThat(report.firstBadRecords()).singleElement().asString().contains("line 2");
  }

  @Test
  void anInputWithoutRecordsIsAnErrorThatSaysSo() throws IOException {
    Files.writeString(input, "nonsense\n");

    assertThatThrownBy(() -> obtain(LENIENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no records")
        .hasMessageContaining("1 bad record");
    assertThat(left(".records")).isEmpty();
  }

  @Test
  void anUnknownFormatListsTheValidOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> cache.obtain(new DatasetSpec("nope", ""), LAST_WINS, PackingProgress.NONE))
        .withMessageContaining("nope")
        .withMessageContaining("lines:FILE");
  }

  @Test
  void aCachedFileWithADamagedHeaderFrameOrIndexIsPackedAgain() throws IOException {
    Packed first = obtain(LAST_WINS);
    byte[] sound = Files.readAllBytes(first.file());
    for (int position : new int[] {0, 20, 4096, 8192, sound.length - 1}) {
      byte[] damaged = sound.clone();
      damaged[position] ^= 1;
      Files.write(first.file(), damaged);
      // A change within the clock's resolution is not one anybody makes by accident.
      Files.setLastModifiedTime(
          first.file(), FileTime.from(Instant.now().plus(Duration.ofSeconds(position + 10))));

      Packed again = obtain(LAST_WINS);

      assertThat(again.fromCache()).as("byte %d", position).isFalse();
      assertThat(Files.readAllBytes(again.file())).isEqualTo(sound);
    }
  }

  @Test
  void aTouchedButSoundFileIsReadOnceAndUsed() throws IOException {
    Packed first = obtain(LAST_WINS);
    Files.setLastModifiedTime(first.file(), FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));

    assertThat(obtain(LAST_WINS).fromCache()).isTrue();
    assertThat(CacheEntry.read(first.file()))
        .returns(Instant.parse("2001-02-03T04:05:06Z").toEpochMilli(), CacheEntry::modifiedMillis);
  }

  @Test
  void aMissingOrUnreadableSidecarMeansPackingAgain() throws IOException {
    Path sidecar = CacheEntry.beside(obtain(LAST_WINS).file());
    for (String text : new String[] {"", "{", "[1]", "{}", "{\"identity\": \"x\"}"}) {
      Files.writeString(sidecar, text);
      assertThat(obtain(LAST_WINS).fromCache()).as(text).isFalse();
    }
    Files.delete(sidecar);
    assertThat(obtain(LAST_WINS).fromCache()).isFalse();
    assertThat(obtain(LAST_WINS).fromCache()).isTrue();
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws IOException {
    Path file = obtain(LAST_WINS).file();
    Files.delete(file);
    Files.writeString(file.resolveSibling(file.getFileName() + ".0123.tmp"), "half");
    Files.writeString(file.resolveSibling(file.getFileName() + ".all.tmp"), "half");

    obtain(LAST_WINS);

    assertThat(left(".tmp")).isEmpty();
  }

  @Test
  void aPipedInputIsPackedEachTimeAndKeptOncePerContent() throws IOException {
    Packed first = obtainPiped();
    Packed second = obtainPiped();
    Files.writeString(input, "other=1\n");
    Packed other = obtainPiped();

    assertThat(second.fromCache()).isFalse();
    assertThat(second.file()).isEqualTo(first.file());
    assertThat(left(".records")).hasSize(2);
    assertThat(TestRecord.unpack(first.file())).hasSize(3);
    assertThat(TestRecord.unpack(other.file())).hasSize(1);
  }

  @Test
  void oldPipedInputsAndLeftoversAreRemovedAndOthersKept() throws IOException {
    Path kept = obtain(LAST_WINS).file();
    Path old = obtainPiped().file();
    Path leftover = Files.writeString(cacheFolder.resolve("gone.records.0123.tmp"), "half");
    Path growing = Files.writeString(cacheFolder.resolve("now.records.0123.tmp"), "half");
    for (Path file : List.of(kept, old, leftover)) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(8))));
    }
    Files.writeString(input, "other=1\n");

    Path other = obtainPiped().file();

    assertThat(old).doesNotExist();
    assertThat(CacheEntry.beside(old)).doesNotExist();
    assertThat(leftover).doesNotExist();
    assertThat(growing).exists();
    assertThat(kept).exists();
    assertThat(other).exists();
  }

  @Test
  void progressEndsWithTheTotals() throws IOException {
    List<String> told = new ArrayList<>();

    cache.obtain(
        new DatasetSpec("lines", input.toString()),
        LAST_WINS,
        (records, bytes) -> told.add(records + " " + bytes));

    assertThat(told).last().isEqualTo("3 5");
  }
}
