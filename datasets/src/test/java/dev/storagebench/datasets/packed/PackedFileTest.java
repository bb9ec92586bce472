package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackedFileTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("x.records");
  }

  @ParameterizedTest
  @CsvSource({"1,1,6,0", "2,1,511,1", "3,1000,30,100", "4,5000,511,2000", "5,100000,12,3"})
  void readsBackWhatWasWritten(long seed, int count, int maxKeyBytes, int maxValueBytes)
      throws IOException {
    List<TestRecord> records = TestRecord.random(seed, count, maxKeyBytes, maxValueBytes);

    TestRecord.pack(file, records);

    assertThat(TestRecord.unpack(file)).isEqualTo(records);
  }

  @Test
  void holdsValuesBiggerThanAFrameBetweenSmallAndEmptyOnes() throws IOException {
    Random random = new Random(6);
    List<TestRecord> records = new ArrayList<>();
    for (int bytes : new int[] {0, 1 << 20, 5, 5_000_000, 0, (1 << 20) + 1, 100, 3 << 20, 0}) {
      records.add(new TestRecord("key " + records.size(), TestRecord.text(random, bytes)));
    }

    TestRecord.pack(file, records);

    assertThat(TestRecord.unpack(file)).isEqualTo(records);
  }

  @Test
  void bypassesPageCacheTellsOfAFolderWhatItsFilesDoAndLeavesNothing() throws IOException {
    boolean expected = PackedFile.bypassesPageCache(folder);

    assertThat(folder).isEmptyDirectory();
    TestRecord.pack(file, TestRecord.random(1, 1, 6, 0));
    try (BlockFile packed = BlockFile.read(file)) {
      assertThat(packed.direct()).isEqualTo(expected);
    }
  }

  @Test
  void addLeavesItsBuffersUnchangedAndReadsFromPositionToLimit() throws IOException {
    ByteBuffer key = TestRecord.bytes("..key..").position(2).limit(5);
    ByteBuffer value = ByteBuffer.allocateDirect(10).put(TestRecord.bytes("..value..."));
    value.position(2).limit(7);
    try (PackedWriter writer = PackedWriter.create(file)) {
      writer.add(key, value);
      writer.add(TestRecord.bytes("key 2"), value.asReadOnlyBuffer());
      writer.finish();
    }

    assertThat(List.of(key.position(), key.limit(), value.position(), value.limit()))
        .containsExactly(2, 5, 2, 7);
    assertThat(TestRecord.unpack(file))
        .containsExactly(new TestRecord("key", "value"), new TestRecord("key 2", "value"));
  }

  @Test
  void cursorHandsOutDirectBuffersAndTheRecordsNumber() throws IOException {
    TestRecord.pack(file, TestRecord.random(7, 100, 20, 20));
    try (PackedFile packed = PackedFile.open(file);
        PackedCursor cursor = packed.cursor(1, 2)) {
      for (long expected = 50; expected < 100; expected++) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.index()).isEqualTo(expected);
        assertThat(cursor.key().isDirect() && cursor.value().isDirect()).isTrue();
      }
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void partsCoverEveryRecordOnceInOrder(int parts) throws IOException {
    List<TestRecord> records = TestRecord.random(8, 5003, 40, 2000);
    TestRecord.pack(file, records);
    List<TestRecord> read = new ArrayList<>();
    try (PackedFile packed = PackedFile.open(file)) {
      for (int part = 0; part < parts; part++) {
        try (PackedCursor cursor = packed.cursor(part, parts)) {
          List<TestRecord> range = TestRecord.rest(cursor);
          assertThat(range.size()).isBetween(5003 / parts, 5003 / parts + 1);
          read.addAll(range);
        }
      }
    }

    assertThat(read).isEqualTo(records);
  }

  @Test
  void morePartsThanRecordsLeaveSomeEmpty() throws IOException {
    TestRecord.pack(file, TestRecord.random(9, 2, 10, 10));
    int read = 0;
    try (PackedFile packed = PackedFile.open(file)) {
      for (int part = 0; part < 5; part++) {
        try (PackedCursor cursor = packed.cursor(part, 5)) {
          read += TestRecord.rest(cursor).size();
        }
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> packed.cursor(5, 5))
          .withMessageContaining("expected 0 to 4");
    }

    assertThat(read).isEqualTo(2);
  }

  @Test
  void summaryCountsAndComesBackFromTheFile() throws IOException {
    PackedSummary summary =
        TestRecord.pack(file, List.of(new TestRecord("a", "12345"), new TestRecord("bcd", "67")));

    assertThat(summary)
        .isEqualTo(new PackedSummary(2, 4, 7, 3, 5, summary.digest(), null))
        .returns(11L, PackedSummary::rawBytes);
    try (PackedFile packed = PackedFile.open(file)) {
      assertThat(packed.summary()).isEqualTo(summary);
    }
  }

  @Test
  void digestStandsForTheRecordsAndTheirOrder() throws IOException {
    List<TestRecord> records = TestRecord.random(10, 50, 20, 50);
    PackedSummary first = TestRecord.pack(file, records);
    PackedSummary again = TestRecord.pack(folder.resolve("y"), records);
    Collections.swap(records, 3, 4);
    PackedSummary swapped = TestRecord.pack(folder.resolve("z"), records);

    assertThat(first.digest()).matches("[0-9a-f]{16}").isEqualTo(again.digest());
    assertThat(swapped.digest()).isNotEqualTo(first.digest());
  }

  @Test
  void aFileWithoutRecordsHasNone() throws IOException {
    TestRecord.pack(file, List.of());

    assertThat(TestRecord.unpack(file)).isEmpty();
  }

  @Test
  void closingWithoutFinishLeavesNothingAndTheOldFileAsItWas() throws IOException {
    TestRecord.pack(file, List.of(new TestRecord("old", "1")));
    try (PackedWriter writer = PackedWriter.create(file)) {
      writer.add(TestRecord.bytes("new"), TestRecord.bytes("2"));
    }

    assertThat(TestRecord.unpack(file)).containsExactly(new TestRecord("old", "1"));
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void addRefusesKeysThatAreEmptyOrTooLong() throws IOException {
    try (PackedWriter writer = PackedWriter.create(file)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.add(ByteBuffer.allocate(0), ByteBuffer.allocate(1)))
          .withMessageContaining("0 bytes");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.add(ByteBuffer.allocate(512), ByteBuffer.allocate(1)))
          .withMessageContaining("1 to 511");
    }
  }

  @Test
  void openNamesAMissingFile() {
    assertThatThrownBy(() -> PackedFile.open(file)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void keyBeforeTheFirstNextIsAnError() throws IOException {
    TestRecord.pack(file, List.of(new TestRecord("k", "v")));
    try (PackedFile packed = PackedFile.open(file);
        PackedCursor cursor = packed.cursor()) {
      assertThatThrownBy(cursor::key).hasMessageContaining("next() comes first");
    }
  }

  @Test
  void notesComeBackFromTheFile() throws IOException {
    try (PackedWriter writer = PackedWriter.create(file)) {
      writer.add(ByteBuffer.wrap(new byte[] {1}), ByteBuffer.wrap(new byte[] {2}));
      writer.finish(Map.of(PackedSummary.DUPLICATES, 99_333L, "empty texts", 2L));
    }
    try (PackedFile packed = PackedFile.open(file)) {
      assertThat(packed.summary().notes())
          .containsOnly(entry(PackedSummary.DUPLICATES, 99_333L), entry("empty texts", 2L));
      assertThat(packed.summary().text())
          .isEqualTo(
              "1 records, 2 bytes in keys and values, 99,333 earlier records with an equal key left out, 2 empty texts");
    }
  }
}
