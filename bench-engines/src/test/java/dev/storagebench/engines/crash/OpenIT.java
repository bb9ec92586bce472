package dev.storagebench.engines.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.CrashWriter;
import dev.storagebench.core.workload.KilledWrites;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedWriter;
import dev.storagebench.engines.TestedCandidates;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the benchmark Open finds in a store whose writer was killed. */
class OpenIT {
  private static final int RECORDS = 3000;
  private static final int THREADS = 4;
  private static final int WRITES = 2000;
  private static final Seeds SEEDS = new Seeds(1, 0);

  @TempDir private Path folder;

  private Parameters settings(String engine) throws Exception {
    Path file = folder.resolve("data.records");
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (int i = 0; i < RECORDS; i++) {
        writer.add(bytes("key " + i), bytes((i + " ").repeat(1 + i % 100)));
      }
      writer.finish();
    }
    Map<String, String> parameters = new HashMap<>();
    parameters.putAll(Map.of("engine", engine, "dataset", "records:" + file, "seed", "1"));
    return new Parameters(parameters);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "lmdb", "sqlite", "je", "xodus", "wiredtiger"})
  void acknowledgedWritesAreFoundAfterTwoKillsAndAnOlderStoreIsFoundOut(String engine)
      throws Exception {
    TestedCandidates.engine(Candidate.of(engine));
    Parameters settings = settings(engine);
    Path store = Files.createDirectory(folder.resolve("store"));
    Path older = Files.createDirectory(folder.resolve("older"));
    try (CellStore cell = CellStore.of(settings, true, 0)) {
      int longest = cell.settings().expected().maxValueBytes();
      try (KeyValueStore open = (KeyValueStore) cell.openForLoading(store);
          PackedCursor cursor = cell.data().cursor();
          BulkLoader loader = open.loader()) {
        CellStore.load(cursor, loader, longest, count -> {});
      }
      StoreFolder.copy(store, older);
      KilledWrites writes =
          new KilledWrites(WorkingSet.of(cell.data(), SEEDS.master()), SEEDS, THREADS);
      long[] acknowledged = new long[THREADS];
      for (int kill = 0; kill < 2; kill++) {
        acknowledged = CrashWriter.writeAndKill(settings, SEEDS, store, THREADS, WRITES);
        assertThat(Arrays.stream(acknowledged).sum()).isGreaterThanOrEqualTo(WRITES);
        try (KeyValueStore open = (KeyValueStore) cell.open(store);
            Session session = open.session()) {
          KilledWrites.Findings found = writes.check(session, acknowledged, longest);
          found.require(true);
          assertThat(found.acknowledged()).isGreaterThanOrEqualTo(WRITES);
        }
      }
      try (KeyValueStore open = (KeyValueStore) cell.open(older);
          Session session = open.session()) {
        assertThat(writes.check(session, acknowledged, longest).lost()).isGreaterThan(100);
      }
    }
  }

  @Test
  void aWriterThatEndsByItselfSaysWhy() throws Exception {
    TestedCandidates.engine(Candidate.of("lmdb"));
    Parameters settings = settings("lmdb");
    Path noFolder = folder.resolve("data.records");
    assertThatThrownBy(() -> CrashWriter.writeAndKill(settings, SEEDS, noFolder, THREADS, WRITES))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("the process that writes before the kill has ended:")
        .hasMessageContaining("data.records");
  }
}
