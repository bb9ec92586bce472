package dev.storagebench.engines.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.CellStores;
import dev.storagebench.core.store.LoadProgress;
import dev.storagebench.core.store.StoreInfo;
import dev.storagebench.core.store.StoreLease;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.packed.PackedCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store cache over real engines and generated records. */
class StoreCacheTest {
  private static final String DATASET = "reviews:records=500,seed=3";

  @TempDir private Path folder;
  private final Map<String, String> parameters = new HashMap<>(Parameters.defaults());

  @BeforeEach
  void useOwnCache() {
    System.setProperty(CacheFolder.PROPERTY, folder.toString());
    parameters.put("engine", "rocksdb");
    parameters.put("seed", "1");
    parameters.put("dataset", DATASET);
  }

  @AfterEach
  void forgetOwnCache() {
    System.clearProperty(CacheFolder.PROPERTY);
  }

  private CellStores stores() throws IOException {
    return CellStores.of(CellSettings.from(parameters::get), false);
  }

  private StoreInfo lease(LoadProgress progress) throws IOException {
    try (CellStores stores = stores();
        StoreLease lease = stores.lease(progress)) {
      return lease.info();
    }
  }

  @Test
  void aStoreHoldsEveryRecordSealed() throws Exception {
    try (CellStores stores = stores();
        StoreLease lease = stores.lease(LoadProgress.NONE);
        KeyValueStore store = stores.engine().open(lease.openInPlace(), stores.settings());
        Session session = store.session();
        PackedCursor records = stores.data().cursor()) {
      ByteBuffer into = ValueChecksum.buffer(stores.settings().expected().maxValueBytes());
      int found = 0;
      while (records.next()) {
        int length = session.get(records.key(), into);
        assertThat(length).isEqualTo(records.value().remaining() + ValueChecksum.BYTES);
        assertThat(ValueChecksum.holds(records.key(), into, length)).isTrue();
        found++;
      }
      assertThat(found).isEqualTo(500);
      assertThat(lease.info().records()).isEqualTo(500);
      assertThat(lease.info().settling().idle()).isTrue();
    }
  }

  @Test
  void aStoreIsLoadedOnceAndReused() throws Exception {
    List<Long> loads = new ArrayList<>();
    StoreInfo first = lease(loads::add);
    assertThat(loads).endsWith(500L);
    loads.clear();
    assertThat(lease(loads::add)).isEqualTo(first);
    assertThat(loads).isEmpty();
  }

  @Test
  void cacheSizeAndDurabilityDoNotMakeAnotherStore() throws Exception {
    StoreInfo first = lease(LoadProgress.NONE);
    parameters.put("cache", "1m");
    parameters.put("durability", "sync");
    assertThat(lease(LoadProgress.NONE)).isEqualTo(first);
  }

  @Test
  void compressionBlockAndDataDo() throws Exception {
    StoreInfo first = lease(LoadProgress.NONE);
    parameters.put("compression", "zstd");
    StoreInfo compressed = lease(LoadProgress.NONE);
    assertThat(compressed.id()).isNotEqualTo(first.id()).contains("zstd");
    assertThat(compressed.bytesOnDisk()).isLessThan(first.bytesOnDisk());
    parameters.put("block", "16k");
    assertThat(lease(LoadProgress.NONE).id()).isNotEqualTo(compressed.id());
    parameters.put("dataset", "reviews:records=501,seed=3");
    assertThat(lease(LoadProgress.NONE).records()).isEqualTo(501);
  }

  @Test
  void anUnfinishedStoreIsLoadedAnew() throws Exception {
    StoreInfo first = lease(LoadProgress.NONE);
    Path home = folder.resolve("stores").resolve(first.id());
    Files.delete(home.resolve("store.json"));
    Files.writeString(home.resolve("files").resolve("CURRENT"), "torn");
    List<Long> loads = new ArrayList<>();
    lease(loads::add);
    assertThat(loads).endsWith(500L);
  }

  @Test
  void aStoreThatAReaderLeftOpenWithoutDurabilityIsLoadedAnew() throws Exception {
    parameters.put("durability", "none");
    Path marker;
    try (CellStores stores = stores();
        StoreLease lease = stores.lease(LoadProgress.NONE)) {
      Path files = lease.openInPlace();
      marker = files.resolveSibling("in-use");
      assertThat(marker).exists();
    }
    assertThat(marker).doesNotExist();
    Files.writeString(marker, "pid 1");
    List<Long> loads = new ArrayList<>();
    lease(loads::add);
    assertThat(loads).endsWith(500L);
    assertThat(marker).doesNotExist();
  }

  @Test
  void aCopyDoesNotTouchThePreparedStore() throws Exception {
    try (CellStores stores = stores();
        StoreLease lease = stores.lease(LoadProgress.NONE)) {
      Path copy = stores.workFolder();
      lease.copyTo(stores.engine(), copy);
      try (KeyValueStore store = stores.engine().open(copy, stores.settings());
          Session session = store.session()) {
        ByteBuffer key = ValueChecksum.buffer(3).put(0, (byte) 'k');
        session.put(key, ValueChecksum.buffer(10));
      }
      try (KeyValueStore store = stores.engine().open(lease.openInPlace(), stores.settings());
          Session session = store.session()) {
        ByteBuffer key = ValueChecksum.buffer(3).put(0, (byte) 'k');
        assertThat(session.get(key, ValueChecksum.buffer(100))).isEqualTo(Session.MISSING);
      }
    }
  }
}
