package dev.storagebench.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.sql.mysql.InstalledEngines;
import dev.storagebench.sql.mysql.MysqlEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Loads that fail, on a real server: they leave nothing, and the next one begins again. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class CutOffLoadIT {
  private static final int RECORDS = 20_000;

  @TempDir private Path folder;

  @BeforeEach
  void useOwnCache() throws IOException {
    InstalledEngines.ready(new MysqlEngine());
    Path servers = Files.createDirectories(CacheFolder.current().servers());
    Files.createSymbolicLink(folder.resolve("servers"), servers.toRealPath());
    System.setProperty(CacheFolder.PROPERTY, folder.toString());
  }

  @AfterEach
  void forgetOwnCache() throws IOException {
    Files.deleteIfExists(folder.resolve("servers"));
    System.clearProperty(CacheFolder.PROPERTY);
  }

  private static CellStore stores() throws IOException {
    Map<String, String> parameters =
        Map.of("engine", "mysql", "dataset", "sysbench:records=" + RECORDS, "table", "article");
    return CellStore.of(new Parameters(parameters), false, 0);
  }

  private static StoreInfo prepare(LongConsumer progress) throws IOException {
    try (CellStore stores = stores();
        var lease = stores.lease(progress)) {
      return lease.info();
    }
  }

  @Test
  void aLoadWhoseServerDiesBeginsAgain() throws IOException {
    LongConsumer killer =
        records -> {
          if (records * 2 > RECORDS) {
            ProcessHandle.current()
                .descendants()
                .filter(each -> each.info().command().orElse("").endsWith("mysqld"))
                .forEach(ProcessHandle::destroyForcibly);
          }
        };
    assertThatThrownBy(() -> prepare(killer)).isInstanceOf(EngineException.class);
    try (var left = Files.list(folder.resolve("stores"))) {
      assertThat(left.filter(Files::isDirectory)).isEmpty();
    }
    assertThat(prepare(count -> {}).records()).isEqualTo(RECORDS);
  }

  @Test
  void rowsThatAreNotThoseThatWereSentAreFound() throws IOException {
    try (CellStore stores = stores();
        TableStore store = (TableStore) stores.open(Files.createDirectory(folder.resolve("own")))) {
      RowLoader loader = store.loader(1);
      try (PackedCursor records = stores.data().cursor()) {
        CellStore.load(records, loader, stores.settings().expected().maxValueBytes(), count -> {});
      }
      loader.finishSending();
      String table = store.names().get(0);
      store.admin().run(List.of("UPDATE %s SET c = '' WHERE id = 500".formatted(table)));
      assertThatThrownBy(loader::complete).hasMessageContaining("checksums of id, k, c, pad");
    }
  }
}
