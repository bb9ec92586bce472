package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.jdbc.SqlStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine contract over a MariaDB server that is installed on this machine. */
final class MariadbContractIT extends ServerContract {

  @Override
  protected StorageEngine engine() {
    return new MariadbEngine();
  }

  private KeyValueStore open(Path folder) throws IOException {
    EngineSettings settings =
        new EngineSettings(
            EngineSettings.UNLIMITED,
            128L << 20,
            Optional.empty(),
            Optional.empty(),
            Compression.NONE,
            Durability.NONE,
            Optional.empty(),
            new EngineSettings.Expected(100, 2L << 20, 4, 20_000),
            Map.of());
    return engine().open(folder, settings);
  }

  /** Its InnoDB opens files with O_DIRECT: without it the first reads would measure the disk. */
  @Test
  void onceReadAllRowsAreInTheBufferPool(@TempDir Path own) throws IOException {
    ByteBuffer key = ByteBuffer.allocateDirect(4);
    ByteBuffer value = ByteBuffer.allocateDirect(20_000); // on overflow pages
    try (KeyValueStore store = open(own);
        BulkLoader loader = store.loader()) {
      for (int i = 0; i < 100; i++) {
        loader.add(key.putInt(0, i), value.clear());
      }
    }
    try (KeyValueStore store = open(own);
        Session session = store.session()) {
      store.readOnce();
      long before = pagesRead(store);
      for (int i = 0; i < 100; i++) {
        assertThat(session.get(key.putInt(0, i), value.clear())).isEqualTo(20_000);
      }
      assertThat(pagesRead(store)).isEqualTo(before).isPositive();
    }
  }

  /** Servers are measured each by its own driver; MySQL's has a property {@code path}. */
  @Test
  void isReachedByItsOwnDriver(@TempDir Path own) throws Exception {
    try (KeyValueStore store = open(own);
        Pool clients = ((SqlStore) store).connect(SqlEngine.DEFAULT_DRIVER);
        Connection connection = clients.hold()) {
      assertThat(connection.getMetaData().getDriverName()).contains("MariaDB");
      assertThat(store.settings()).extracting(AppliedSetting::name).contains("localSocket");
    }
    try (KeyValueStore store = open(own);
        Pool clients = ((SqlStore) store).connect("connector-j");
        Connection connection = clients.hold()) {
      assertThat(connection.getMetaData().getDriverName()).contains("MySQL");
    }
  }

  private static long pagesRead(KeyValueStore store) {
    return store.stats().get("Innodb_buffer_pool_reads");
  }
}
