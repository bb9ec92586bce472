package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationStreamTest {
  private static final int RECORDS = 1000;
  private static final Seeds SEEDS = new Seeds(7, 0);

  @TempDir private Path folder;
  private PackedFile file;
  private KeyTable keys;

  @BeforeEach
  void open() throws Exception {
    file = Samples.packed(folder, RECORDS);
    keys = KeyTable.open(file);
  }

  @AfterEach
  void close() throws Exception {
    file.close();
  }

  private List<String> draw(Distribution distribution, Seeds seeds, int thread, int count) {
    OperationStream stream = new OperationStream(keys, distribution, 95, 0, seeds, thread, 1);
    List<String> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drawn.add(stream.nextReads() + " " + text(stream.nextKey()));
    }
    return drawn;
  }

  private static String text(ByteBuffer key) {
    return StandardCharsets.UTF_8.decode(key.duplicate()).toString();
  }

  /** How often each record was drawn. */
  private long[] counts(Distribution distribution, int draws) {
    OperationStream stream = new OperationStream(keys, distribution, 100, 0, SEEDS, 0, 1);
    Map<String, Long> counts = new HashMap<>();
    for (int i = 0; i < draws; i++) {
      counts.merge(text(stream.nextKey()), 1L, Long::sum);
    }
    long[] byRecord = new long[RECORDS];
    counts.forEach((key, count) -> byRecord[Integer.parseInt(key.substring(4))] = count);
    return byRecord;
  }

  @ParameterizedTest
  @EnumSource
  void equalSeedsGiveEqualStreams(Distribution distribution) {
    assertThat(draw(distribution, SEEDS, 3, 5000))
        .isEqualTo(draw(distribution, new Seeds(7, 0), 3, 5000));
  }

  @Test
  void seedRoundStageAndThreadEachChangeTheStream() {
    List<String> one = draw(Distribution.UNIFORM, SEEDS, 0, 100);
    assertThat(draw(Distribution.UNIFORM, new Seeds(8, 0), 0, 100)).isNotEqualTo(one);
    assertThat(draw(Distribution.UNIFORM, new Seeds(7, 1), 0, 100)).isNotEqualTo(one);
    assertThat(draw(Distribution.UNIFORM, new Seeds(7, 0, 1), 0, 100)).isNotEqualTo(one);
    assertThat(draw(Distribution.UNIFORM, SEEDS, 1, 100)).isNotEqualTo(one);
  }

  @Test
  void theFirstOperationsAreTheSameOnEveryMachine() {
    assertThat(draw(Distribution.UNIFORM, SEEDS, 0, 5))
        .containsExactly(
            "true key 981", "true key 143", "true key 835", "true key 696", "true key 494");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 50, 95, 99, 100})
  void theShareOfReadsIsExact(int readPercent) {
    OperationStream stream =
        new OperationStream(keys, Distribution.UNIFORM, readPercent, 0, SEEDS, 0, 1);
    long reads = 0;
    for (int i = 0; i < OperationStream.KINDS; i++) {
      if (stream.nextReads()) {
        reads++;
      }
    }
    assertThat(reads).isEqualTo(Math.round(OperationStream.KINDS * (readPercent / 100.0)));
  }

  @Test
  void theDigestOfAMixWithoutInsertionsIsThatOfEarlierVersions() throws Exception {
    WorkingSet set = WorkingSet.of(file, 1);
    assertThat(Samples.digest(set, Distribution.UNIFORM, 95, 0, SEEDS, 2))
        .isEqualTo("c2851656e8495616");
    assertThat(Samples.digest(set, Distribution.UNIFORM, 95, 5, SEEDS, 2))
        .isNotEqualTo("c2851656e8495616");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 35})
  void insertionsHaveTheirExactShareAndReadsStayWhatTheyAre(int insertPercent) {
    OperationStream plain = new OperationStream(keys, Distribution.UNIFORM, 65, 0, SEEDS, 0, 1);
    OperationStream stream =
        new OperationStream(keys, Distribution.UNIFORM, 65, insertPercent, SEEDS, 0, 1);
    long inserts = 0;
    for (int i = 0; i < OperationStream.KINDS; i++) {
      boolean reads = stream.nextReads();
      assertThat(reads).isEqualTo(plain.nextReads());
      assertThat(reads && stream.inserts()).isFalse();
      inserts += stream.inserts() ? 1 : 0;
    }
    assertThat(inserts).isEqualTo(Math.round(OperationStream.KINDS * (insertPercent / 100.0)));
  }

  @Test
  void uniformDrawsEveryRecordAlike() {
    int draws = 1_000_000;
    double expected = (double) draws / RECORDS;
    double chiSquare = 0;
    for (long count : counts(Distribution.UNIFORM, draws)) {
      chiSquare += (count - expected) * (count - expected) / expected;
    }
    // 999 degrees of freedom: mean 999, standard deviation 44.7; six of them either way.
    assertThat(chiSquare).isBetween(731.0, 1267.0);
  }

  @Test
  void zipfianFollowsItsLawAndScattersThePopular() {
    int draws = 1_000_000;
    long[] counts = counts(Distribution.ZIPFIAN, draws);
    long[] sorted = counts.clone();
    java.util.Arrays.sort(sorted);
    double harmonic = 0;
    for (int rank = 1; rank <= RECORDS; rank++) {
      harmonic += Math.pow(rank, -0.99);
    }
    assertThat((double) sorted[RECORDS - 1])
        .isBetween(0.97 * draws / harmonic, 1.03 * draws / harmonic);
    assertThat((double) sorted[RECORDS - 10])
        .isBetween(
            0.9 * draws * Math.pow(10, -0.99) / harmonic,
            1.1 * draws * Math.pow(10, -0.99) / harmonic);
    int most = indexOfMost(counts);
    assertThat(counts[(most + 1) % RECORDS]).isLessThan(counts[most] / 4);
    assertThat(counts).doesNotContain(0);
  }

  @Test
  void latestPrefersTheLastRecord() {
    long[] counts = counts(Distribution.LATEST, 200_000);
    assertThat(indexOfMost(counts)).isEqualTo(RECORDS - 1);
    assertThat(counts[RECORDS - 2]).isGreaterThan(counts[RECORDS - 20]);
    assertThat(counts[RECORDS - 20]).isGreaterThan(counts[RECORDS / 2]);
  }

  @Test
  void specialHitsTheMiddleHundredthThreeTimesInFour() {
    int draws = 400_000;
    long[] counts = counts(Distribution.SPECIAL, draws);
    long middle = 0;
    for (int i = RECORDS / 2 - RECORDS / 200; i < RECORDS / 2 + RECORDS / 200; i++) {
      middle += counts[i];
    }
    // A few of the others fall there too: the mean of twelve uniform draws has its peak there.
    assertThat((double) middle / draws).isBetween(0.75, 0.79);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "0, 2, 0", "1, 2, 500", "2, 3, 666", "4097, 2, 500"})
  void sequentialVisitsAllRecordsInOrderFromTheThreadsShareOn(int thread, int threads, int first) {
    OperationStream stream =
        new OperationStream(keys, Distribution.SEQUENTIAL, 100, 0, SEEDS, thread, threads);
    for (int i = 0; i < 2 * RECORDS; i++) {
      assertThat(stream.nextRecord()).isEqualTo((first + i) % RECORDS);
    }
  }

  private static int indexOfMost(long[] counts) {
    int most = 0;
    for (int i = 1; i < counts.length; i++) {
      if (counts[i] > counts[most]) {
        most = i;
      }
    }
    return most;
  }

  @Test
  void anUnknownDistributionIsRefusedWithTheNames() {
    assertThatThrownBy(() -> Distribution.parse("gaussian"))
        .hasMessageContaining("gaussian")
        .hasMessageContaining("uniform, zipfian, latest, special, sequential");
  }
}
