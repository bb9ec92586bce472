package dev.storagebench.sql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.mysql.Records;
import dev.storagebench.sql.postgresql.PostgresqlEngine;
import dev.storagebench.sql.server.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workloads in SQL on tables of a PostgreSQL server. */
final class PostgresqlClientIT {
  private static final int RECORDS = 1_000;

  @TempDir static Path folder;
  private static PackedFile data;
  private static WorkingSet set;
  private static final Map<String, TableStore> STORES = new HashMap<>();

  private final Counts counts = new Counts();

  @BeforeAll
  static void load() throws IOException {
    RealServer.postgresql();
    data = Samples.packed(folder, RECORDS);
    set = WorkingSet.of(data, 1);
  }

  /** Tables of a layout; their loader verifies rows and checksums. */
  private static TableStore store(String layout) throws IOException {
    TableStore known = STORES.get(layout);
    if (known != null) {
      return known;
    }
    TableStore opened =
        (TableStore)
            new PostgresqlEngine()
                .openDatabase(
                    Files.createDirectories(folder.resolve(layout)),
                    Records.settings(Durability.NONE),
                    layout);
    STORES.put(layout, opened);
    try (PackedCursor cursor = data.cursor();
        BulkLoader loader = opened.loader()) {
      CellStore.load(
          cursor, loader, data.summary().maxValueBytes() + ValueChecksum.BYTES, count -> {});
    }
    return opened;
  }

  @AfterAll
  static void close() throws IOException {
    STORES.values().forEach(TableStore::close);
    if (data != null) {
      data.close();
    }
  }

  private static WorkloadContext context(TableStore of) {
    return new WorkloadContext(
        of.layout(), of.names(), RECORDS, KeyDistribution.UNIFORM, set, new Seeds(1, 0), 1);
  }

  private void run(TableStore store, boolean borrows, Script script, int times) {
    store.admin().run(script.setUp(context(store)));
    try (Pool pool = store.connect("auto");
        SqlClient client =
            new SqlClient(
                new SqlClient.Shared(store, pool, borrows, script, context(store)), 0, counts)) {
      for (int i = 0; i < times; i++) {
        client.transaction();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "articlex2, point_select, 100, 100, false",
    "articlex2, point_select90_update10, 100, 100, true",
    "articlex2, secondary_random_points100, 1, 0, false",
    "articlex2, secondary_random_limit100, 100, 0, false",
    "articlex2, oltp_read_write, 20, 0, true",
    "articlex2, select4_update1, 5, 5, false",
    "articlex2, read_own_writes, 4, 2, false",
    "sbtestx2, oltp_point_select, 1, 1, false",
    "sbtestx2, oltp_read_only, 16, 0, false",
    "sbtestx2, oltp_read_write, 20, 0, false",
    "sbtestx2, oltp_write_only, 6, 4, true",
    "sbtestx2, oltp_update_index, 1, 1, false",
    "sbtestx2, oltp_update_non_index, 1, 1, false",
    "document, document_select, 1, 1, false",
    "document, document_insert, 1, 1, false",
  })
  void carriesOutAWorkload(String layout, String workload, int queries, int rows, boolean borrows)
      throws IOException {
    run(store(layout), borrows, Script.named(workload), 50);
    assertThat(counts.queries).isEqualTo(50L * queries);
    if (rows > 0) {
      assertThat(counts.rows).isEqualTo(50L * rows);
    }
    assertThat(counts.deadlocks + counts.reconnects + counts.lockTimeouts).isZero();
  }

  @ParameterizedTest
  @CsvSource({"tpcb-like, 7", "simple-update, 5", "select-only, 1"})
  void runsPgbenchsScripts(String name, int queries) throws IOException {
    run(
        store("articlex2"),
        false,
        Script.named("file:../docs/examples/pgbench/" + name + ".sql"),
        100);
    assertThat(counts.queries).isEqualTo(100L * queries);
  }

  @Test
  void valuesOfAllTypesAreBound() throws IOException {
    run(
        store("articlex2"),
        false,
        ScriptParser.parse(
            "types",
            """
            \\setup
            DROP TABLE IF EXISTS types;
            CREATE TABLE types (
              id bigint PRIMARY KEY, half double precision, word varchar(20), pad varchar(60));
            \\end
            \\set id 4611686018427387904 + new_row()
            \\set half :id / 3.0
            \\set word document_key(:id % 1000000)
            \\set pad row_pad(:id)
            INSERT INTO types VALUES (:id, :half, :word, :pad); -- expect 1 changed
            SELECT id FROM types WHERE id = :id; -- expect value :id
            SELECT half FROM types WHERE id = :id; -- expect value :half
            SELECT word FROM types WHERE id = :id; -- expect value :word
            SELECT pad FROM types WHERE id = :id; -- expect value :pad
            """),
        20);
    assertThat(counts.verified).isGreaterThanOrEqualTo(80);
  }

  @Test
  void tablesAreRebuilt() throws IOException {
    TableStore store = store("document");
    store.rebuild(0);
    assertThat(store.countRows()).isGreaterThanOrEqualTo(RECORDS);
    assertThat(store.settlePlain(Duration.ofMinutes(1))).isEqualTo(store.bytesOnDisk());
  }

  @Test
  void aWrongRowIsFound() throws IOException {
    TableStore store = store("article");
    store.admin().run(List.of("UPDATE sbtest1 SET c = c || 'x'"));
    Script all =
        ScriptParser.parse(
            "all",
            """
            \\repeat 100
            \\set id random_row()
            SELECT c FROM :table WHERE id = :id; -- expect c of :id
            \\end
            """);
    assertThatThrownBy(() -> run(store, false, all, 1))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("has a wrong c");
  }

  @Test
  void aTerminatedConnectionIsMadeAnewAndCounted() throws IOException {
    TableStore store = store("articlex2");
    Script script = Script.named("oltp_read_write");
    try (Pool pool = store.connect("auto");
        SqlClient client =
            new SqlClient(
                new SqlClient.Shared(store, pool, false, script, context(store)), 0, counts)) {
      client.transaction();
      store
          .admin()
          .run(
              List.of(
                  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"));
      client.transaction();
    }
    assertThat(counts.reconnects).isEqualTo(1);
  }

  /** Waits until a statement waits for a lock. */
  private static void awaitLock(TableStore store) throws Exception {
    while (store
        .admin()
        .row("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        .isEmpty()) {
      Thread.sleep(10);
    }
  }

  @Test
  void aRowThatAnotherHasDeletedAndPutBackIsAConflict() throws Exception {
    TableStore store = store("articlex2");
    Script script =
        ScriptParser.parse(
            "update", "UPDATE sbtest1 SET k = k + 1 WHERE id = 3; -- expect 1 changed");
    try (Pool pool = store.connect("auto");
        SqlClient client =
            new SqlClient(
                new SqlClient.Shared(store, pool, false, script, context(store)), 0, counts);
        Connection other = pool.borrow();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.executeUpdate("CREATE TEMPORARY TABLE kept AS SELECT * FROM sbtest1 WHERE id = 3");
      statement.executeUpdate("DELETE FROM sbtest1 WHERE id = 3");
      statement.executeUpdate("INSERT INTO sbtest1 SELECT * FROM kept");
      CompletableFuture<Long> running = CompletableFuture.supplyAsync(client::transaction);
      awaitLock(store);
      other.commit();
      running.join();
    }
    assertThat(counts.deadlocks).isEqualTo(1);
    assertThat(counts.rows).isEqualTo(1);
  }

  @Test
  void aDeadlockIsBegunAgainAndCounted() throws Exception {
    TableStore store = store("articlex2");
    // The client locks row 1, then waits for row 2, which the other has locked and asks for row
    // 1 then; who waits notices the deadlock, once, after its deadlock_timeout.
    Script script =
        ScriptParser.parse(
            "deadlock",
            """
            BEGIN;
            SET LOCAL deadlock_timeout = '5s';
            UPDATE sbtest1 SET k = k + 1 WHERE id = 1; -- expect 1 changed
            UPDATE sbtest1 SET k = k + 1 WHERE id = 2; -- expect 1 changed
            COMMIT;
            """);
    try (Pool pool = store.connect("auto");
        SqlClient client =
            new SqlClient(
                new SqlClient.Shared(store, pool, false, script, context(store)), 0, counts);
        Connection other = pool.borrow();
        Statement statement = other.createStatement()) {
      statement.execute("SET deadlock_timeout = '1min'");
      other.setAutoCommit(false);
      statement.executeUpdate("UPDATE sbtest1 SET k = k + 1 WHERE id = 2");
      CompletableFuture<Long> running = CompletableFuture.supplyAsync(client::transaction);
      awaitLock(store);
      statement.executeUpdate("UPDATE sbtest1 SET k = k + 1 WHERE id = 1");
      other.rollback();
      running.join();
    }
    // The repeated transaction may lock row 1 again before the other wakes up.
    assertThat(counts.deadlocks).isPositive();
  }
}
