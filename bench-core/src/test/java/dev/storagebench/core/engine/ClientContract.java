package dev.storagebench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.AbsentKeys;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.InsertedKeys;
import dev.storagebench.core.workload.KeyBatch;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.QueueClient;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.ScanChecksum;
import dev.storagebench.core.workload.ScanClient;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every engine must do under clients that delete, which verify all that they read. */
public abstract class ClientContract extends ScanContract {
  static final int THREADS = 4;
  private static final Seeds SEEDS = new Seeds(1, 0);
  private static final int MAX_VALUE_BYTES = 300;

  @TempDir private Path data;

  @Test
  void queuesOfSeveralThreadsLieBehindAllOtherRecords() throws Exception {
    assumeTrue(engine.capabilities().ordered(), engine.name() + " keeps no order");
    put("a", "1");
    session.put(direct(new byte[] {-1, -1, 7}), direct("last"));
    OperationCounts[] counts = new OperationCounts[THREADS];
    try (PackedFile file = Samples.packed(data, 300)) {
      WorkingSet set = WorkingSet.of(file, 1);
      inParallel(thread -> counts[thread] = passThrough(set, thread));
    }
    for (OperationCounts each : counts) {
      assertThat(List.of(each.writes, each.records, each.deletes)).containsOnly(300L);
      assertThat(each.bytesRead).isPositive();
    }
    List<String> left = new ArrayList<>();
    session.scan(direct("a"), Direction.FORWARD, 99, (key, value) -> left.add(text(value)));
    assertThat(left).containsExactly("1", "last");
  }

  private StoreAccess access(WorkingSet set) {
    return new StoreAccess(store.session(), set, SEEDS, MAX_VALUE_BYTES, /* verifies= */ true);
  }

  private OperationCounts passThrough(WorkingSet set, int thread) {
    OperationCounts counts = new OperationCounts();
    QueueClient queue = new QueueClient(access(set), thread, /* depth= */ 20);
    for (int i = 0; i < 300; i++) {
      queue.run(counts);
    }
    queue.close();
    return counts;
  }

  @Test
  void scansBesideDeletesVisitWholeRecords() throws Exception {
    assumeTrue(engine.capabilities().ordered(), engine.name() + " keeps no order");
    inParallel(
        thread -> {
          try (Session own = store.session()) {
            for (int i = 0; i < 200; i++) {
              byte[] key = {1, (byte) thread, (byte) i};
              own.put(direct(key), direct("value"));
              own.scan(
                  direct(new byte[] {1}),
                  Direction.FORWARD,
                  20,
                  (found, value) -> assertThat(text(value)).isEqualTo("value"));
              own.delete(direct(key));
            }
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"1, 40", "50, 0", "50, 40", "50, 100"})
  void keysThatAreNotStoredAreNotFound(int batch, int missing) throws Exception {
    OperationCounts[] counts = new OperationCounts[THREADS];
    try (PackedFile file = Samples.packed(data, 1000)) {
      WorkingSet set = WorkingSet.of(file, 1);
      try (PackedCursor cursor = file.cursor();
          BulkLoader loader = store.loader()) {
        CellStore.load(cursor, loader, MAX_VALUE_BYTES, records -> {});
      }
      AbsentKeys absent = AbsentKeys.of(set.keys());
      inParallel(thread -> counts[thread] = readOrMiss(set, absent, batch, missing, thread));
    }
    for (OperationCounts each : counts) {
      assertThat(each.hits + each.misses).isEqualTo(2000);
      assertThat(each.misses).isBetween(missing * 20L - 150, missing * 20L + 150);
      assertThat(each.verified).isEqualTo(each.hits / PointClient.VERIFY_EVERY);
    }
  }

  private OperationCounts readOrMiss(
      WorkingSet set, AbsentKeys absent, int batch, int missing, int thread) {
    OperationCounts counts = new OperationCounts();
    PointClient client =
        new PointClient(
            access(set),
            new OperationStream(
                set.keys(), Distribution.ZIPFIAN, 100 - missing, 0, SEEDS, thread, 1),
            new ValueSource(set.values(), SEEDS, thread),
            /* alone= */ false);
    KeyBatch keys = new KeyBatch(batch, MAX_VALUE_BYTES);
    AbsentKeys.View own = absent.view();
    for (int i = 0; i < 2000; i += batch) {
      if (batch == 1) {
        client.readOrMiss(own, counts);
      } else {
        client.readAtOnce(keys, missing == 0 ? null : own, counts);
      }
    }
    client.close();
    return counts;
  }

  @Test
  void recordsThatThreadsInsertAreReadAndScanned() throws Exception {
    OperationCounts[] counts = new OperationCounts[THREADS];
    try (PackedFile file = Samples.packed(data, 300)) {
      WorkingSet set = WorkingSet.of(file, 1);
      try (PackedCursor cursor = file.cursor();
          BulkLoader loader = store.loader()) {
        CellStore.load(cursor, loader, MAX_VALUE_BYTES, records -> {});
      }
      ScanClient.Range range =
          ScanClient.Range.of(
              set.keys(), Direction.FORWARD, new ScanClient.Lengths(1, 9), /* grows= */ true);
      inParallel(thread -> counts[thread] = insert(set, range, thread));
    }
    for (OperationCounts each : counts) {
      assertThat(each.hits + each.writes).isEqualTo(1000);
      assertThat(each.writes).isBetween(250L, 350L);
      if (engine.capabilities().ordered()) {
        assertThat(each.records).isBetween(700L, 1300L);
      }
    }
  }

  private OperationCounts insert(WorkingSet set, ScanClient.Range range, int thread) {
    OperationCounts counts = new OperationCounts();
    OperationStream stream =
        new OperationStream(set.keys(), Distribution.LATEST, 70, 20, SEEDS, thread, 1);
    PointClient client =
        new PointClient(
                access(set),
                stream,
                new ValueSource(set.values(), SEEDS, thread),
                /* alone= */ false)
            .inserting(new InsertedKeys(set.keys(), true, SEEDS, thread, THREADS));
    ScanClient scanner = new ScanClient(access(set), stream, range, ScanChecksum.NONE);
    for (int i = 0; i < 1000; i++) {
      client.mixOrInsert(counts);
      if (i % 5 == 0 && engine.capabilities().ordered()) {
        scanner.scan(counts);
      }
    }
    scanner.close();
    client.close();
    return counts;
  }

  static void inParallel(IntConsumer work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int thread = t;
        running.add(pool.submit(() -> work.accept(thread)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      pool.shutdown();
    }
  }
}
