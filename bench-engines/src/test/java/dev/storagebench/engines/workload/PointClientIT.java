package dev.storagebench.engines.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Session;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.WrongAnswerException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a worker finds wrong, on a real store that is spoilt behind its back. */
class PointClientIT extends LoadedStore {
  private PointClient worker(int readPercent, boolean alone) {
    return new PointClient(
        new StoreAccess(store.session(), set, SEEDS, 100, true),
        new OperationStream(set.keys(), Distribution.UNIFORM, readPercent, 0, SEEDS, 0, 1),
        new ValueSource(set.values(), SEEDS, 0),
        alone);
  }

  /** Puts the same bytes under every key. */
  private void spoil(ByteBuffer value) {
    try (Session session = store.session()) {
      for (int i = 0; i < RECORDS; i++) {
        session.put(direct("key " + i), value);
      }
    }
  }

  @Test
  void aSoundStoreIsReadAndWrittenWithoutComplaint() {
    PointClient worker = worker(50, true);
    OperationCounts counts = new OperationCounts();
    for (int i = 0; i < 5000; i++) {
      worker.mix(counts);
    }
    worker.close();
    assertThat(counts.hits + counts.writes).isEqualTo(5000);
    assertThat(counts.misses).isZero();
    assertThat(counts.verified).isEqualTo(counts.hits / PointClient.VERIFY_EVERY);
    assertThat(counts.bytesRead).isPositive();
  }

  @Test
  void batchesAreWrittenWithoutComplaintAndReadBack() {
    PointClient worker = worker(0, true);
    OperationCounts counts = new OperationCounts();
    for (int i = 0; i < 30; i++) {
      worker.writeBatch(7, counts);
    }
    worker.close();
    assertThat(counts.writes).isEqualTo(210);
    assertThat(counts.bytesWritten).isPositive();
  }

  @Test
  void aMissingRecordIsNamed() {
    deleteAll();
    PointClient worker = worker(100, true);
    OperationCounts counts = new OperationCounts();
    assertThatThrownBy(() -> worker.read(counts))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("'key ")
        .hasMessageContaining("missing");
    assertThat(counts.misses).isEqualTo(1);
  }

  @Test
  void aWrongValueIsFoundWithinTheSample() {
    spoil(direct("something that was never stored"));
    PointClient worker = worker(100, true);
    OperationCounts counts = new OperationCounts();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < PointClient.VERIFY_EVERY; i++) {
                worker.read(counts);
              }
            })
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("never written to it");
  }

  @Test
  void aLostWriteIsFoundAtTheEndByAThreadThatWasAlone() {
    assertThatThrownBy(() -> writeAndLose(true))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("acknowledged last");
  }

  @Test
  void amongSeveralThreadsAnotherValueIsNoLoss() {
    writeAndLose(false);
  }

  /** Writes, then puts sound values of the past under all keys. */
  private void writeAndLose(boolean alone) {
    PointClient worker = worker(0, alone);
    OperationCounts counts = new OperationCounts();
    for (int i = 0; i < 100; i++) {
      worker.write(counts);
    }
    try (Session session = store.session()) {
      for (int i = 0; i < RECORDS; i++) {
        ByteBuffer key = direct("key " + i);
        ByteBuffer old = ValueChecksum.buffer(100);
        byte[] payload = "an older value".getBytes(StandardCharsets.UTF_8);
        old.put(0, payload);
        ValueChecksum.seal(key, old, payload.length, ValueChecksum.hash(heap("an older value"), 0));
        session.put(key, old);
      }
    }
    worker.close();
  }
}
