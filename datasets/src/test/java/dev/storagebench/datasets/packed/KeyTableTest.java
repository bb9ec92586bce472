package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTableTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("x.records");
  }

  @Test
  void holdsAllKeysInTheFilesOrderWithFiveBytesEach() throws IOException {
    List<TestRecord> records = TestRecord.random(1, 20_000, 511, 50);
    PackedSummary summary = TestRecord.pack(file, records);

    KeyTable table = read(Long.MAX_VALUE, 0);

    assertThat(keys(table)).isEqualTo(keys(records));
    assertThat(table.sampled()).isFalse();
    assertThat(table.recordsInFile()).isEqualTo(20_000);
    assertThat(table.bytes()).isEqualTo(summary.keyBytes() + 5 * 20_000 + 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {511, 600, 4096, 100_001})
  void findsKeysInAnyOfSeveralChunks(int chunkBytes) throws IOException {
    List<TestRecord> records = TestRecord.random(2, 3000, 511, 0);
    TestRecord.pack(file, records);

    try (PackedFile packed = PackedFile.open(file)) {
      KeyTable table = KeyTableReader.read(packed, Long.MAX_VALUE, 0, chunkBytes);
      assertThat(keys(table)).isEqualTo(keys(records));
    }
  }

  @Test
  void viewsOfOneTableDoNotDisturbEachOther() throws IOException {
    TestRecord.pack(file, List.of(new TestRecord("one", ""), new TestRecord("three", "")));
    KeyTable table = read(Long.MAX_VALUE, 0);
    ByteBuffer one = table.view().key(0);
    ByteBuffer three = table.view().key(1);

    assertThat(TestRecord.text(one) + " " + TestRecord.text(three)).isEqualTo("one three");
    assertThat(one.isDirect()).isTrue();
  }

  @Test
  void keySurvivesACallerThatMovedTheBuffer() throws IOException {
    TestRecord.pack(file, List.of(new TestRecord("a", ""), new TestRecord("bcdef", "")));
    KeyTable.View view = read(Long.MAX_VALUE, 0).view();
    view.key(1).get(new byte[5]);
    view.key(0).limit(0);

    assertThat(TestRecord.text(view.key(1))).isEqualTo("bcdef");
    assertThat(TestRecord.text(view.key(0))).isEqualTo("a");
  }

  @Test
  void keyRefusesAnIndexOutsideTheTable() throws IOException {
    TestRecord.pack(file, TestRecord.random(3, 10, 20, 5));
    KeyTable.View view = read(Long.MAX_VALUE, 0).view();

    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.key(10));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.key(-1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.key(1L << 32));
  }

  @ParameterizedTest
  @ValueSource(longs = {2_000, 30_000, 200_000, 1_000_000})
  void aSampleStaysWithinItsLimitAndComesFromTheFileWithoutRepetition(long maxBytes)
      throws IOException {
    List<TestRecord> records = TestRecord.random(4, 30_000, 60, 0);
    TestRecord.pack(file, records);

    KeyTable table = read(maxBytes, 5);

    assertThat(table.sampled()).isTrue();
    assertThat(table.bytes()).isLessThanOrEqualTo(maxBytes);
    assertThat(keys(records)).containsSubsequence(keys(table));
    assertThat(keys(table)).doesNotHaveDuplicates();
  }

  @Test
  void aLargeSampleUsesMostOfItsLimit() throws IOException {
    PackedSummary summary = TestRecord.pack(file, TestRecord.random(4, 30_000, 60, 0));
    double mean = (double) summary.keyBytes() / summary.records() + 5;

    KeyTable table = read(600_000, 5);

    assertThat(table.size() * mean).isGreaterThan(0.9 * 600_000);
  }

  @Test
  void aSampleIsDecidedByItsSeed() throws IOException {
    TestRecord.pack(file, TestRecord.random(6, 5000, 30, 0));

    assertThat(keys(read(50_000, 7))).isEqualTo(keys(read(50_000, 7)));
    assertThat(keys(read(50_000, 7))).isNotEqualTo(keys(read(50_000, 8)));
  }

  @Test
  void aSampleIsUniformOverTheFile() throws IOException {
    int records = 2000;
    TestRecord.pack(file, TestRecord.random(9, records, 30, 0));
    int bins = 20;
    long[] counts = new long[bins];
    long drawn = 0;
    for (long seed = 0; seed < 100; seed++) {
      for (String key : keys(read(10_000, seed))) {
        counts[Integer.parseInt(key.substring(0, 6)) * bins / records]++;
        drawn++;
      }
    }
    double expected = (double) drawn / bins;
    double chiSquare = 0;
    for (long count : counts) {
      chiSquare += (count - expected) * (count - expected) / expected;
    }

    // 19 degrees of freedom: 43.8 is exceeded once in 1000 uniform draws.
    assertThat(chiSquare).isLessThan(43.8);
  }

  @Test
  void aLimitBelowOneKeyIsAnErrorThatSaysWhatAllWouldTake() throws IOException {
    TestRecord.pack(file, TestRecord.random(10, 100, 30, 0));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(12, 0))
        .withMessageContaining("12 bytes")
        .withMessageContaining("all 100 keys");
  }

  private KeyTable read(long maxBytes, long seed) throws IOException {
    try (PackedFile packed = PackedFile.open(file)) {
      return KeyTable.read(packed, maxBytes, seed);
    }
  }

  private static List<String> keys(List<TestRecord> records) {
    return records.stream().map(TestRecord::key).toList();
  }

  private static List<String> keys(KeyTable table) {
    KeyTable.View view = table.view();
    List<String> keys = new ArrayList<>();
    Stream.iterate(0L, i -> i < table.size(), i -> i + 1)
        .forEach(i -> keys.add(TestRecord.text(view.key(i))));
    return keys;
  }
}
