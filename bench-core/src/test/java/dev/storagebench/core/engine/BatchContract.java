package dev.storagebench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the batches of every engine that has them must do. */
public abstract class BatchContract extends ContractStore {

  private void assumeBatches() {
    assumeTrue(engine.capabilities().batches(), engine.name() + " has no batches");
  }

  private static void add(Batch batch, String key, String value) {
    batch.put(direct(key), direct(value));
  }

  @Test
  void aBatchIsThereAsAWholeOnceItIsCommitted() {
    assumeBatches();
    put("key 7", "old");
    try (Session other = store.session();
        Batch batch = session.batch()) {
      for (int i = 0; i < 100; i++) {
        add(batch, "key " + i, "value " + i);
      }
      assertThat(other.get(direct("key 99"), into)).isEqualTo(Session.MISSING);
      assertThat(other.get(direct("key 7"), into)).isEqualTo(3);
      batch.commit();
      for (int i = 0; i < 100; i++) {
        assertThat(other.get(direct("key " + i), into)).isPositive();
        assertThat(text(into)).isEqualTo("value " + i);
      }
    }
    assertThat(get("key 50")).isEqualTo("value 50");
  }

  @Test
  void aBatchThatIsNotCommittedStoresNothing() {
    assumeBatches();
    try (Batch batch = session.batch()) {
      add(batch, "a", "1");
    }
    assertThat(get("a")).isEqualTo("missing");
    put("a", "2");
    assertThat(get("a")).isEqualTo("2");
  }

  @Test
  void aBatchIsEmptyAfterEachCommitAndCanBeFilledAgain() {
    assumeBatches();
    try (Batch batch = session.batch()) {
      batch.commit();
      add(batch, "a", "1");
      batch.commit();
      session.delete(direct("a"));
      add(batch, "b", "2");
      batch.commit();
      batch.commit();
      assertThat(get("a") + " " + get("b")).isEqualTo("missing 2");
      put("b", "by itself");
      assertThat(get("b")).isEqualTo("by itself");
    }
  }

  @Test
  void aLoaderInBatchesStoresTheLastOneAsWell() {
    assumeBatches();
    Session own = store.session();
    try (BulkLoader loader = BulkLoader.over(own, own.batch(), 3, Long.MAX_VALUE)) {
      for (int i = 0; i < 7; i++) {
        loader.add(direct("key " + i), direct("value " + i));
      }
      assertThat(get("key 5")).isEqualTo("value 5");
      assertThat(get("key 6")).isEqualTo("missing");
    }
    assertThat(get("key 6")).isEqualTo("value 6");
  }

  @Test
  void ofSeveralPutsOfAKeyTheLastCounts() {
    assumeBatches();
    put("k", "stored before");
    try (Batch batch = session.batch()) {
      for (int i = 0; i < 5; i++) {
        add(batch, "k", "value " + i);
        add(batch, "other " + i, "x");
      }
      batch.commit();
    }
    assertThat(get("k")).isEqualTo("value 4");
  }

  @Test
  void buffersBelongToTheCallerAfterEachPut() {
    assumeBatches();
    ByteBuffer key = direct("key 0");
    ByteBuffer value = direct("value 0");
    try (Batch batch = session.batch()) {
      for (int i = 0; i < 10; i++) {
        key.put(key.limit() - 1, (byte) ('0' + i));
        value.put(value.limit() - 1, (byte) ('0' + i));
        batch.put(key, value);
        assertThat(List.of(key.position(), key.limit(), value.position(), value.limit()))
            .containsExactly(8, 13, 8, 15);
      }
      key.put(key.limit() - 1, (byte) 'x');
      value.put(value.limit() - 1, (byte) 'x');
      batch.commit();
    }
    for (int i = 0; i < 10; i++) {
      assertThat(get("key " + i)).isEqualTo("value " + i);
    }
    assertThat(get("key x")).isEqualTo("missing");
  }

  @Test
  void valuesFromEmptyToOneMebibyteGoIntoOneBatch() {
    assumeBatches();
    int[] lengths = {0, 1, 4096, MIB, 70_000, 2, MIB};
    try (Batch batch = session.batch()) {
      for (int i = 0; i < lengths.length; i++) {
        add(batch, "key " + i, ("" + i).repeat(lengths[i]));
      }
      batch.commit();
    }
    for (int i = 0; i < lengths.length; i++) {
      assertThat(get("key " + i)).isEqualTo(("" + i).repeat(lengths[i]));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReopenedStoreHoldsTheBatchesThatWereCommitted(Durability durability) {
    assumeBatches();
    assumeTrue(engine.capabilities().durabilities().contains(durability), "no such promise");
    reopen(settings(durability, Compression.NONE));
    try (Batch batch = session.batch()) {
      add(batch, "a", "1");
      add(batch, "b", "2");
      batch.commit();
      add(batch, "c", "never committed");
    }
    reopen(settings(durability, Compression.NONE));
    assertThat(get("a") + get("b") + get("c")).isEqualTo("12missing");
  }

  @Test
  void batchesOfSeveralThreadsOverTheSameKeysDoNotMix() throws Exception {
    assumeBatches();
    int threads = 3;
    int keys = 50;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int thread = t;
        running.add(pool.submit(() -> overwriteAll(thread, keys)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      pool.shutdown();
    }
    String winner = get("key 0");
    for (int i = 0; i < keys; i++) {
      assertThat(get("key " + i)).isEqualTo(winner);
    }
  }

  private void overwriteAll(int thread, int keys) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, keys).boxed().toList());
    Random random = new Random(thread);
    try (Session own = store.session();
        Batch batch = own.batch()) {
      for (int i = 0; i < 20; i++) {
        Collections.shuffle(order, random);
        for (int key : order) {
          add(batch, "key " + key, "batch " + i + " of " + thread);
        }
        batch.commit();
      }
    }
  }

  @Test
  void anEngineWithoutBatchesSaysSo() {
    assumeFalse(engine.capabilities().batches(), engine.name() + " has batches");
    assertThatThrownBy(() -> session.batch())
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("batch");
  }
}
