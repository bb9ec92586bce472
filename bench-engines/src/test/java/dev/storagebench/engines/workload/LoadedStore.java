package dev.storagebench.engines.workload;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedWriter;
import dev.storagebench.engines.lmdb.LmdbEngine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A real store with the records {@code key 0} to {@code key 39}. */
abstract class LoadedStore {
  static final int RECORDS = 40;
  static final Seeds SEEDS = new Seeds(1, 0);

  @TempDir Path folder;
  PackedFile data;
  WorkingSet set;
  KeyValueStore store;

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
                    Optional.empty(),
                    Optional.empty(),
                    Compression.NONE,
                    Durability.PROCESS,
                    Optional.empty(),
                    new EngineSettings.Expected(RECORDS, 1000, 10, 100),
                    Map.of()));
    loadAll();
  }

  final void loadAll() throws Exception {
    try (var cursor = data.cursor()) {
      var loader = store.loader();
      CellStore.load(cursor, loader, 100, count -> {});
      loader.close();
    }
  }

  @AfterEach
  void close() throws Exception {
    store.close();
    data.close();
  }

  static ByteBuffer heap(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static ByteBuffer direct(String text) {
    ByteBuffer bytes = heap(text);
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
  }

  final void deleteAll() {
    try (Session session = store.session()) {
      for (int i = 0; i < RECORDS; i++) {
        session.delete(direct("key " + i));
      }
    }
  }
}
