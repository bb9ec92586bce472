package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.proxy.Proxy;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.server.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores whose clients come through a proxy. */
final class ProxiedStoreIT {
  private static final int RECORDS = 100;

  @TempDir Path folder;

  private TableStore open(String proxy) throws IOException {
    return (TableStore)
        new MysqlEngine()
            .openDatabase(
                Files.createDirectories(folder.resolve("store")),
                Records.settings(Durability.PROCESS).withOptions(Map.of("proxy", proxy)),
                proxy.endsWith("sharding") ? "sbtestx4" : "article");
  }

  @ParameterizedTest
  @CsvSource({"haproxy, server proxy", "shardingsphere:sharding, server server-1 proxy"})
  void isLoadedDirectlyAndReadThroughTheProxy(String proxy, String processes) throws Exception {
    loadAndRead(proxy, processes);
  }

  @ParameterizedTest
  @CsvSource({
    "direct, server",
    "shardingsphere, server proxy",
    "shardingsphere:read-write-splitting, server replica-1 replica-2 proxy"
  })
  @Tag("nightly")
  void soAreTheOthers(String proxy, String processes) throws Exception {
    loadAndRead(proxy, processes);
  }

  private void loadAndRead(String proxy, String processes) throws Exception {
    RealServer.mysql();
    require(proxy);
    try (PackedFile data = Samples.packed(folder, RECORDS)) {
      try (TableStore store = open(proxy);
          PackedCursor cursor = data.cursor();
          BulkLoader loader = store.loader()) {
        int longest = data.summary().maxValueBytes() + ValueChecksum.BYTES;
        CellStore.load(cursor, loader, longest, count -> {});
      }
      try (TableStore store = open(proxy)) {
        store.settle(Duration.ofMinutes(1));
        String table = store.names().get(0);
        try (Pool clients = store.connect("auto");
            Connection connection = clients.borrow();
            PreparedStatement select =
                connection.prepareStatement("SELECT COUNT(*) FROM " + table + " WHERE id <= ?")) {
          select.setInt(1, 50);
          try (ResultSet row = select.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isEqualTo(50);
          }
        }
        assertThat(store.processes().keySet()).containsExactlyInAnyOrder(processes.split(" ", -1));
        assertThat(store.settings()).extracting(AppliedSetting::name).contains("proxy");
        assertThat(store.counters().containsKey("Com_select.replica-2"))
            .isEqualTo(processes.contains("replica"));
        assertThat(store.death()).isEmpty();
      }
    }
  }

  private static void require(String proxy) {
    ProxyOptions.Program program = ProxyOptions.of(Map.of("proxy", proxy)).orElseThrow().program();
    if (Proxy.availability(program) instanceof Availability.Unsupported missing) {
      abort(missing.message());
    }
    try {
      Proxy.provide(program, FetchListener.NONE);
    } catch (EngineException | IOException e) {
      abort("cannot be fetched: " + e.getMessage());
    }
  }

  @Test
  void anInvalidProxyIsRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> new MysqlEngine().as(Candidate.parse("mysql{proxy=proxysql}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'proxysql'");
  }
}
