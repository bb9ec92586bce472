package dev.storagebench.engines.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.ScanChecksum;
import dev.storagebench.core.workload.ScanClient;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.WrongAnswerException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a reader of ranges finds wrong, on a real store that is spoilt behind its back. */
class ScanClientIT extends LoadedStore {
  private static final int LENGTH = 10;
  private static final int ALL = ScanClient.Lengths.ALL.most();

  private ScanClient reader(Direction direction) {
    return reader(direction, LENGTH);
  }

  private ScanClient reader(Direction direction, int length) {
    return reader(direction, length, ScanChecksum.NONE);
  }

  private ScanClient reader(Direction direction, int length, ScanChecksum checksum) {
    return new ScanClient(
        new StoreAccess(store.session(), set, SEEDS, 100, true),
        new OperationStream(set.keys(), Distribution.UNIFORM, 100, 0, SEEDS, 0, 1),
        ScanClient.Range.of(
            set.keys(), direction, new ScanClient.Lengths(length, length), /* grows= */ false),
        checksum);
  }

  private static void scan(ScanClient reader, int times, OperationCounts counts) {
    try {
      for (int i = 0; i < times; i++) {
        reader.scan(counts);
      }
    } finally {
      reader.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSoundStoreIsScannedWithoutComplaintUpToItsEnd(Direction direction) {
    OperationCounts counts = new OperationCounts();
    scan(reader(direction), 2000, counts);
    // A start in the last quarter meets the end: 40 starts give 31 * 10 + (9 + … + 1) records.
    assertThat(counts.records).isBetween(16_000L, 19_500L);
    assertThat(counts.verified).isBetween(100L, 32L * LENGTH);
    assertThat(counts.bytesRead).isGreaterThan(counts.records);
  }

  @ParameterizedTest
  @EnumSource(names = {"CRC32", "XXH64"})
  void checksumsCoverEveryByteAndLeaveTheRecordsAsTheyAre(ScanChecksum checksum) {
    ScanClient reader = reader(Direction.FORWARD, ALL, checksum);
    try (Session session = store.session()) {
      OperationCounts counts = new OperationCounts();
      long before = reader.scan(counts);
      assertThat(reader.scan(counts)).isEqualTo(before);
      ByteBuffer value = ByteBuffer.allocateDirect(100);
      int length = session.get(direct("key 25"), value);
      value.put(length / 2, (byte) (value.get(length / 2) ^ 1)).limit(length).position(0);
      session.put(direct("key 25"), value);
      assertThat(reader.scan(counts)).isNotEqualTo(before);
    } finally {
      reader.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRecordThatIsMissingInTheMiddleIsFound(Direction direction) {
    try (Session session = store.session()) {
      session.delete(direct("key 25"));
    }
    ScanClient reader = reader(direction);
    OperationCounts counts = new OperationCounts();
    // Either a scan begins at it or one that leads to the end is too short.
    assertThatThrownBy(() -> scan(reader, 2000, counts)).isInstanceOf(WrongAnswerException.class);
  }

  @ParameterizedTest
  @EnumSource
  void passesOverTheWholeStoreVisitEachRecord(Direction direction) {
    OperationCounts counts = new OperationCounts();
    scan(reader(direction, ALL), 20, counts);
    assertThat(counts.records).isEqualTo(20 * RECORDS);
    assertThat(counts.verified).isEqualTo(RECORDS);
  }

  @ParameterizedTest
  @CsvSource({"FORWARD, -1", "BACKWARD, -1", "FORWARD, 1", "BACKWARD, 1"})
  void aPassWithOneRecordTooFewOrTooManyIsFound(Direction direction, int more) {
    ScanClient reader = reader(direction, ALL);
    OperationCounts counts = new OperationCounts();
    reader.scan(counts);
    try (Session session = store.session()) {
      if (more < 0) {
        session.delete(direct("key 25"));
      } else {
        session.put(direct("key 25 again"), direct("value"));
      }
    }
    assertThatThrownBy(() -> scan(reader, 1, counts))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("visited " + (RECORDS + more));
  }

  @Test
  void anEmptyAnswerIsFoundAtOnce() {
    deleteAll();
    ScanClient reader = reader(Direction.FORWARD);
    OperationCounts counts = new OperationCounts();
    assertThatThrownBy(() -> scan(reader, 1, counts))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("'key ")
        .hasMessageContaining("visited 0");
  }

  @Test
  void aWrongValueIsFoundByTheFirstScan() {
    try (Session session = store.session()) {
      for (int i = 0; i < RECORDS; i++) {
        session.put(direct("key " + i), direct("something that was never stored"));
      }
    }
    ScanClient reader = reader(Direction.BACKWARD);
    OperationCounts counts = new OperationCounts();
    assertThatThrownBy(() -> scan(reader, 1, counts))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("never written to it");
  }
}
