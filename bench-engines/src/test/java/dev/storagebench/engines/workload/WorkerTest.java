package dev.storagebench.engines.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.store.LoadProgress;
import dev.storagebench.core.store.StoreLoader;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.SelfCheck;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.Worker;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.core.workload.WrongAnswerException;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedWriter;
import dev.storagebench.engines.lmdb.LmdbEngine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker finds wrong, on a real store that is spoilt behind its back. */
class WorkerTest {
  private static final int RECORDS = 40;
  private static final Seeds SEEDS = new Seeds(1, 0);

  @TempDir private Path folder;
  private PackedFile data;
  private WorkingSet set;
  private Store store;

  @BeforeEach
  void load() throws Exception {
    Path file = folder.resolve("data.records");
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (int i = 0; i < RECORDS; i++) {
        writer.add(heap("key " + i), heap("value " + i));
      }
      writer.finish();
    }
    data = PackedFile.open(file);
    set = WorkingSet.of(data, 1);
    store =
        new LmdbEngine()
            .open(
                Files.createDirectory(folder.resolve("store")),
                new EngineSettings(
                    EngineSettings.UNLIMITED,
                    1 << 20,
                    1 << 20,
                    4096,
                    Compression.NONE,
                    Durability.PROCESS,
                    10,
                    new EngineSettings.Expected(RECORDS, 1000, 10, 100)));
    try (var cursor = data.cursor()) {
      var loader = store.loader();
      StoreLoader.load(cursor, loader, 100, LoadProgress.NONE);
      loader.close();
    }
  }

  @AfterEach
  void close() throws Exception {
    store.close();
    data.close();
  }

  private static ByteBuffer heap(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer direct(String text) {
    ByteBuffer bytes = heap(text);
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
  }

  private Worker worker(int readPercent, boolean alone) {
    return new Worker(
        store.session(),
        new OperationStream(set.keys(), Distribution.UNIFORM, readPercent, SEEDS, 0),
        new ValueSource(set.values(), SEEDS, 0),
        100,
        true,
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
    Worker worker = worker(50, true);
    OperationCounts counts = new OperationCounts();
    for (int i = 0; i < 5000; i++) {
      if (worker.nextReads()) {
        worker.read(counts);
      } else {
        worker.write(counts);
      }
    }
    worker.close();
    assertThat(counts.hits + counts.writes).isEqualTo(5000);
    assertThat(counts.misses).isZero();
    assertThat(counts.verified).isEqualTo(counts.hits / Worker.VERIFY_EVERY);
    assertThat(counts.bytesRead).isPositive();
  }

  @Test
  void aMissingRecordIsNamed() {
    try (Session session = store.session()) {
      for (int i = 0; i < RECORDS; i++) {
        session.delete(direct("key " + i));
      }
    }
    Worker worker = worker(100, true);
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
    Worker worker = worker(100, true);
    OperationCounts counts = new OperationCounts();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < Worker.VERIFY_EVERY; i++) {
                worker.read(counts);
              }
            })
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("never stored under it");
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
    Worker worker = worker(0, alone);
    OperationCounts counts = new OperationCounts();
    for (int i = 0; i < 100; i++) {
      worker.write(counts);
    }
    try (Session session = store.session()) {
      for (int i = 0; i < RECORDS; i++) {
        ByteBuffer key = direct("key " + i);
        ByteBuffer old = SelfCheck.buffer(100);
        byte[] payload = "an older value".getBytes(StandardCharsets.UTF_8);
        old.put(0, payload);
        SelfCheck.seal(key, old, payload.length, SelfCheck.hash(heap("an older value"), 0));
        session.put(key, old);
      }
    }
    worker.close();
  }
}
