package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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

    KeyTable table = read(Long.MAX_VALUE);

    assertThat(keys(table)).isEqualTo(keys(records));
    assertThat(table.sampled()).isFalse();
    assertThat(table.bytes()).isLessThanOrEqualTo(summary.keyBytes() + 5 * 20_001 + 2 * 4096);
  }

  @ParameterizedTest
  @ValueSource(ints = {13, 16, 20})
  void findsKeysInAnyOfSeveralChunks(int chunkShift) throws IOException {
    List<TestRecord> records = TestRecord.random(2, 30_000, 511, 0);
    TestRecord.pack(file, records);

    try (PackedFile packed = PackedFile.open(file)) {
      KeyTable table = KeyTable.open(packed, Long.MAX_VALUE, chunkShift);
      assertThat(keys(table)).isEqualTo(keys(records));
    }
  }

  @Test
  void isReadFromItsFileOnceBuilt() throws IOException {
    List<TestRecord> records = TestRecord.random(2, 3000, 100, 0);
    TestRecord.pack(file, records);
    read(Long.MAX_VALUE);
    byte[] built = Files.readAllBytes(keysFile());
    FileTime time = FileTime.from(Instant.parse("2001-02-03T04:05:06Z"));
    Files.setLastModifiedTime(keysFile(), time);

    assertThat(keys(read(Long.MAX_VALUE))).isEqualTo(keys(records));
    assertThat(Files.getLastModifiedTime(keysFile())).isEqualTo(time);
    assertThat(Files.readAllBytes(keysFile())).isEqualTo(built);
  }

  @Test
  void aDamagedFileOrOneOfOtherRecordsIsBuiltAgain() throws IOException {
    TestRecord.pack(file, TestRecord.random(1, 2000, 50, 0));
    read(Long.MAX_VALUE);
    List<TestRecord> records = TestRecord.random(2, 2000, 50, 0);
    TestRecord.pack(file, records);

    assertThat(keys(read(Long.MAX_VALUE))).isEqualTo(keys(records));
    byte[] sound = Files.readAllBytes(keysFile());
    for (int position : new int[] {0, 9, 17, 30, 4095, 4096, 20_000, sound.length - 1}) {
      byte[] damaged = sound.clone();
      damaged[position] ^= 1;
      Files.write(keysFile(), damaged);
      assertThat(keys(read(Long.MAX_VALUE))).as("byte %d", position).isEqualTo(keys(records));
    }
    Files.write(keysFile(), Arrays.copyOf(sound, 4096 + 100));
    assertThat(keys(read(Long.MAX_VALUE))).isEqualTo(keys(records));
    assertThat(Files.readAllBytes(keysFile())).isEqualTo(sound);
  }

  @Test
  void viewsOfOneTableDoNotDisturbEachOther() throws IOException {
    TestRecord.pack(file, List.of(new TestRecord("one", ""), new TestRecord("three", "")));
    KeyTable table = read(Long.MAX_VALUE);
    ByteBuffer one = table.view().key(0);
    ByteBuffer three = table.view().key(1);

    assertThat(TestRecord.text(one) + " " + TestRecord.text(three)).isEqualTo("one three");
    assertThat(one.isDirect()).isTrue();
  }

  @Test
  void keySurvivesACallerThatMovedTheBuffer() throws IOException {
    TestRecord.pack(file, List.of(new TestRecord("a", ""), new TestRecord("bcdef", "")));
    KeyTable.View view = read(Long.MAX_VALUE).view();
    view.key(1).get(new byte[5]);
    view.key(0).limit(0);

    assertThat(TestRecord.text(view.key(1))).isEqualTo("bcdef");
    assertThat(TestRecord.text(view.key(0))).isEqualTo("a");
  }

  @Test
  void keyRefusesAnIndexOutsideTheTable() throws IOException {
    TestRecord.pack(file, TestRecord.random(3, 10, 20, 5));
    KeyTable.View view = read(Long.MAX_VALUE).view();

    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.key(10));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.key(-1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.key(1L << 32));
  }

  @ParameterizedTest
  @ValueSource(longs = {30_000, 200_000, 1_000_000})
  void aSampleStaysWithinItsLimitAndComesFromTheFileWithoutRepetition(long maxBytes)
      throws IOException {
    List<TestRecord> records = TestRecord.random(4, 30_000, 60, 0);
    TestRecord.pack(file, records);

    KeyTable table = read(maxBytes);

    assertThat(table.sampled()).isTrue();
    assertThat(table.bytes()).isLessThanOrEqualTo(maxBytes + maxBytes / 20 + 2 * 4096);
    assertThat(keys(records)).containsSubsequence(keys(table));
    assertThat(keys(table)).doesNotHaveDuplicates();
  }

  @Test
  void aLargeSampleUsesMostOfItsLimit() throws IOException {
    PackedSummary summary = TestRecord.pack(file, TestRecord.random(4, 30_000, 60, 0));
    double mean = (double) summary.keyBytes() / summary.records() + 5;

    KeyTable table = read(600_000);

    assertThat(table.size() * mean).isGreaterThan(0.9 * 600_000);
  }

  @Test
  void aSampleIsUniformOverTheFile() throws IOException {
    int records = 2000;
    int bins = 20;
    long[] counts = new long[bins];
    long drawn = 0;
    for (long seed = 0; seed < 100; seed++) {
      TestRecord.pack(file, TestRecord.random(seed, records, 30, 0));
      for (String key : keys(read(10_000))) {
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

  private Path keysFile() {
    return folder.resolve("x.records.keys");
  }

  private KeyTable read(long maxBytes) throws IOException {
    try (PackedFile packed = PackedFile.open(file)) {
      return KeyTable.open(packed, maxBytes, 30);
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
