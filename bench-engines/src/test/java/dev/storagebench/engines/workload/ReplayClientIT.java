package dev.storagebench.engines.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.ReplayClient;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.core.workload.WrongAnswerException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays a trace on real engines, beside a map that is told the same. */
class ReplayClientIT {
  private static final int OPERATIONS = 8_000;
  private static final int KEYS = 400;
  private static final List<String> KINDS =
      List.of("get", "get", "get", "gets", "set", "add", "cas", "incr", "append", "delete");
  private static final Set<String> UPDATES = Set.of("add", "cas", "incr", "append");
  private static final Seeds SEEDS = new Seeds(1, 0);

  @TempDir private Path folder;

  // What the trace leaves behind: the size of the value of each key that is stored.
  private final Map<String, Integer> model = new HashMap<>();
  private final OperationCounts expected = new OperationCounts();

  /** Every key's last size tells which operation was its last one. */
  private Path trace() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    Map<String, Boolean> touched = new HashMap<>();
    for (int i = 0; i < OPERATIONS; i++) {
      String key = "key " + (int) (KEYS * Math.pow(random.nextDouble(), 3));
      String kind = KINDS.get(random.nextInt(KINDS.size()));
      int size = 9 + i;
      text.append("%d,%s,%d,%d,3,%s,0\n".formatted(i / 500, key, key.length(), size, kind));
      boolean reads = kind.startsWith("get") || UPDATES.contains(kind);
      if (touched.put(key, true) == null && reads && !kind.equals("add")) {
        model.put(key, size);
      }
      if (reads && model.containsKey(key)) {
        expected.hits++;
      } else if (reads) {
        expected.misses++;
      }
      if (kind.equals("delete")) {
        model.remove(key);
        expected.deletes++;
      } else if (!kind.startsWith("get")) {
        model.put(key, size);
        expected.writes++;
      }
    }
    Path file = Files.writeString(folder.resolve("trace.csv"), text);
    return new DatasetCache(folder.resolve("cache"))
        .obtain(
            new DatasetSpec("trace", file.toString()), ReadOptions.STRICT, PackingProgress.NONE);
  }

  private KeyValueStore open(String name, PackedFile data, Path packed) throws IOException {
    StorageEngine engine = Engines.of(Candidate.of(name));
    Assumptions.assumeTrue(engine.exclusionReason().isEmpty());
    KeyValueStore store =
        engine.open(
            Files.createDirectory(folder.resolve("store")),
            new EngineSettings(
                EngineSettings.UNLIMITED,
                8 << 20,
                Optional.empty(),
                Optional.empty(),
                Compression.NONE,
                Durability.NONE,
                Optional.empty(),
                new EngineSettings.Expected(
                    KEYS, data.summary().rawBytes(), 20, data.summary().maxValueBytes() + 8),
                Map.of()));
    try (OperationFile operations = OperationFile.open(packed);
        PackedCursor cursor = data.first(operations.summary().presentKeys());
        BulkLoader loader = store.loader()) {
      CellStore.load(cursor, loader, data.summary().maxValueBytes() + 8, records -> {});
    }
    return store;
  }

  private static OperationCounts replay(ReplayClient client) {
    OperationCounts counts = new OperationCounts();
    while (client.next()) {
      client.perform(counts);
    }
    client.close();
    return counts;
  }

  private static ReplayClient client(KeyValueStore store, PackedFile data, OperationFile operations)
      throws IOException {
    return new ReplayClient(
        new StoreAccess(
            store.session(),
            WorkingSet.of(data, 1),
            SEEDS,
            data.summary().maxValueBytes() + 8,
            true),
        operations.cursor(),
        operations.summary().presentKeys());
  }

  @ParameterizedTest
  @CsvSource({"rocksdb,1", "rocksdb,3", "lmdb,1", "lmdb,3", "mapdb-hash,3", "sqlite,2"})
  void aReplayLeavesTheContentsOfTheModel(String engine, int threads) throws Exception {
    Path packed = trace();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (PackedFile data = PackedFile.open(packed);
        KeyValueStore store = open(engine, data, packed)) {
      List<Future<OperationCounts>> replays = new ArrayList<>();
      for (int part = 0; part < threads; part++) {
        ReplayClient client = client(store, data, OperationFile.open(packed, part, threads));
        replays.add(pool.submit(() -> replay(client)));
      }
      OperationCounts counts = new OperationCounts();
      for (Future<OperationCounts> each : replays) {
        counts.hits += each.get().hits;
        counts.misses += each.get().misses;
        counts.writes += each.get().writes;
        counts.deletes += each.get().deletes;
      }
      assertThat(List.of(counts.hits, counts.misses, counts.writes, counts.deletes))
          .isEqualTo(List.of(expected.hits, expected.misses, expected.writes, expected.deletes));
      try (Session session = store.session()) {
        assertContents(session, data.summary().maxValueBytes() + 8);
      }
    } finally {
      pool.shutdown();
    }
  }

  private void assertContents(Session session, int maxValueBytes) {
    ByteBuffer into = ValueChecksum.buffer(maxValueBytes);
    assertThat(model).hasSizeBetween(KEYS / 2, KEYS - 1);
    for (int i = 0; i < KEYS; i++) {
      ByteBuffer key = LoadedStore.direct("key " + i);
      int length = session.get(key, into);
      assertThat(length)
          .as(UTF_8.decode(key.duplicate()).toString())
          .isEqualTo(model.getOrDefault("key " + i, Session.MISSING));
      assertThat(length < 0 || ValueChecksum.holds(key, into, length)).isTrue();
    }
  }

  @Test
  void aKeyThatIsLostOrComesBackIsNamed() throws Exception {
    Files.writeString(
        folder.resolve("lost.csv"),
        "key,op,size\na,get,10\nb,set,10\nb,delete,0\nb,get,0\na,get,10\n");
    Path packed =
        new DatasetCache(folder.resolve("cache"))
            .obtain(
                new DatasetSpec("trace", folder.resolve("lost.csv").toString()),
                ReadOptions.STRICT,
                PackingProgress.NONE);
    try (PackedFile data = PackedFile.open(packed);
        KeyValueStore store = open("lmdb", data, packed);
        OperationFile operations = OperationFile.open(packed);
        Session other = store.session()) {
      ReplayClient client = client(store, data, operations);
      OperationCounts counts = new OperationCounts();
      for (int i = 0; i < 3 && client.next(); i++) {
        client.perform(counts);
      }
      other.put(LoadedStore.direct("b"), LoadedStore.direct("undead"));
      other.delete(LoadedStore.direct("a"));
      assertThat(client.next()).isTrue();
      assertThatThrownBy(() -> client.perform(counts))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("'b'")
          .hasMessageContaining("is stored");
      assertThat(client.next()).isTrue();
      assertThatThrownBy(() -> client.perform(counts))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("'a'")
          .hasMessageContaining("missing");
      assertThatThrownBy(client::close)
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("deleted");
    }
  }
}
