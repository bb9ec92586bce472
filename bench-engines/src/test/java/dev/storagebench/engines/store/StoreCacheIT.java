package dev.storagebench.engines.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.StoreCache;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.Workspace;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store cache over real engines and generated records. */
class StoreCacheIT {
  private static final String DATASET = "reviews:records=500,seed=3";

  @TempDir private Path folder;
  private final Map<String, String> parameters = new HashMap<>();

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

  private CellStore stores() throws IOException {
    return CellStore.of(new Parameters(parameters), false, 0);
  }

  private StoreInfo lease(LongConsumer progress) throws IOException {
    try (CellStore stores = stores();
        StoreCache.Lease lease = stores.lease(progress)) {
      return lease.info();
    }
  }

  @Test
  void aStoreHoldsEveryRecordSealed() throws Exception {
    try (CellStore stores = stores();
        StoreCache.Lease lease = stores.lease(count -> {});
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
    StoreInfo first = lease(count -> {});
    parameters.put("cache", "1m");
    parameters.put("durability", "sync");
    assertThat(lease(count -> {})).isEqualTo(first);
  }

  @Test
  void compressionBlockAndDataDo() throws Exception {
    StoreInfo first = lease(count -> {});
    parameters.put("compression", "zstd");
    StoreInfo compressed = lease(count -> {});
    assertThat(compressed.id()).isNotEqualTo(first.id()).contains("zstd");
    assertThat(compressed.bytesOnDisk()).isLessThan(first.bytesOnDisk());
    parameters.put("block", "16k");
    assertThat(lease(count -> {}).id()).isNotEqualTo(compressed.id());
    parameters.put("dataset", "reviews:records=501,seed=3");
    assertThat(lease(count -> {}).records()).isEqualTo(501);
  }

  @Test
  void anUnfinishedStoreIsLoadedAnew() throws Exception {
    StoreInfo first = lease(count -> {});
    Path home = folder.resolve("stores").resolve(first.id());
    Files.delete(home.resolve("store.json"));
    Files.writeString(home.resolve("files").resolve("CURRENT"), "torn");
    List<Long> loads = new ArrayList<>();
    lease(loads::add);
    assertThat(loads).endsWith(500L);
  }

  @Test
  void anUnfinishedLoadThatIsNotResumedIsSweptWithTheNextRun() throws Exception {
    StoreInfo complete = lease(count -> {});
    Path home = folder.resolve("stores").resolve(complete.id());
    new Workspace(new CacheFolder(folder)).sweepAndHoldLock();
    assertThat(home).exists();
    Files.delete(home.resolve("store.json"));
    Files.writeString(home.resolve("loading"), "");
    Path lock = home.resolveSibling(complete.id() + ".lock");
    try (ProcessLock loading = ProcessLock.take(lock)) {
      assertThat(loading).isNotNull();
      new Workspace(new CacheFolder(folder)).sweepAndHoldLock();
      assertThat(home).exists();
    }
    new Workspace(new CacheFolder(folder)).sweepAndHoldLock();
    assertThat(home).doesNotExist();
    System.clearProperty("storagebench.held");
  }

  @Test
  void aStoreThatAReaderLeftOpenWithoutDurabilityIsLoadedAnew() throws Exception {
    parameters.put("durability", "none");
    Path marker;
    try (CellStore stores = stores();
        StoreCache.Lease lease = stores.lease(count -> {})) {
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
    try (CellStore stores = stores();
        StoreCache.Lease lease = stores.lease(count -> {});
        OwnedFolder own = stores.workFolder()) {
      Path copy = own.path();
      stores.engine().copy(lease.files(), copy);
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
