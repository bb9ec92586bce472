package dev.storagebench.sql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.DatabaseEngine;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.mysql.MariadbEngine;
import dev.storagebench.sql.mysql.MysqlEngine;
import dev.storagebench.sql.server.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads on tables of a real server. */
final class SqlClientIT {
  private static final int RECORDS = 1_000;
  private static final int TABLES = 2;

  @TempDir static Path folder;
  private static PackedFile data;
  private static WorkingSet set;
  private static TableStore store;

  private final Counts counts = new Counts();

  @BeforeAll
  static void load() throws IOException {
    RealServer.mysql();
    data = Samples.packed(folder, RECORDS);
    set = WorkingSet.of(data, 1);
    store = open(new MysqlEngine(), folder.resolve("article"), "articlex" + TABLES);
  }

  private static TableStore open(DatabaseEngine engine, Path where, String layout)
      throws IOException {
    java.nio.file.Files.createDirectories(where);
    int longest = data.summary().maxValueBytes() + ValueChecksum.BYTES;
    TableStore opened =
        (TableStore)
            engine.openDatabase(
                where,
                new EngineSettings(
                    EngineSettings.UNLIMITED,
                    32 << 20,
                    Optional.empty(),
                    Optional.empty(),
                    Compression.NONE,
                    Durability.NONE,
                    Optional.empty(),
                    new EngineSettings.Expected(RECORDS, data.summary().rawBytes(), 100, longest),
                    Map.of()),
                layout);
    try (PackedCursor cursor = data.cursor();
        BulkLoader loader = opened.loader()) {
      CellStore.load(cursor, loader, longest, count -> {});
    }
    return opened;
  }

  @AfterAll
  static void close() throws IOException {
    if (store != null) {
      store.close();
    }
    if (data != null) {
      data.close();
    }
  }

  private static WorkloadContext context(TableStore of) {
    return new WorkloadContext(
        of.layout(), of.names(), RECORDS, KeyDistribution.UNIFORM, set, new Seeds(1, 0), 1);
  }

  private SqlClient client(Pool pool, boolean borrows, Script script) {
    return new SqlClient(
        new SqlClient.Shared(store, pool, borrows, script, context(store)), 0, counts);
  }

  @ParameterizedTest
  @CsvSource({
    "point_select, 100, 100, held, connector-j",
    "point_select, 100, 100, borrowed, mariadb",
    "point_select90_update10, 100, 100, held, connector-j",
    "secondary_random_points100, 1, 0, held, mariadb",
    "secondary_random_limit100, 100, 0, held, connector-j",
    "oltp_read_only, 16, 0, held, mariadb",
    "oltp_read_write, 20, 0, held, connector-j",
    "oltp_read_write, 20, 0, borrowed, mariadb",
    "oltp_write_only, 6, 4, borrowed, connector-j",
    "oltp_update_index, 1, 1, held, mariadb",
    "select4_update1, 5, 5, held, connector-j",
    "read_own_writes, 4, 2, borrowed, connector-j",
    "read_own_writes, 4, 2, held, mariadb",
  })
  void carriesOutAWorkload(
      String workload, int queries, int rows, String connection, String driver) {
    try (Pool pool = store.connect(driver);
        SqlClient client = client(pool, connection.equals("borrowed"), Script.named(workload))) {
      for (int i = 0; i < 50; i++) {
        client.transaction();
      }
    }
    assertThat(counts.queries).isEqualTo(50L * queries);
    if (rows > 0) {
      assertThat(counts.rows).isEqualTo(50L * rows);
    }
    assertThat(counts.rows).isPositive();
    assertThat(counts.deadlocks + counts.reconnects + counts.lockTimeouts).isZero();
  }

  @Test
  void theServerCountsTheSameStatements() {
    Map<String, Long> before;
    try (Pool pool = store.connect("connector-j");
        SqlClient client = client(pool, false, Script.named("oltp_read_write"))) {
      // Connecting has statements of the driver's own.
      client.transaction();
      before = store.counters();
      for (int i = 0; i < 10; i++) {
        client.transaction();
      }
    }
    Map<String, Long> after = store.counters();
    assertThat(
            List.of(
                "Com_select", "Com_update", "Com_delete", "Com_insert", "Com_begin", "Com_commit"))
        .extracting(name -> after.get(name) - before.get(name))
        .containsExactly(140L, 20L, 10L, 10L, 10L, 10L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector-j", "mariadb"})
  void aWrongRowIsFound(String driver) {
    Script all =
        ScriptParser.parse(
            "all",
            """
            \\repeat 100
            \\set id random_row()
            SELECT c FROM :table WHERE id = :id; -- expect c of :id
            \\end
            """);
    store
        .admin()
        .run(
            List.of(
                "UPDATE sbtest1 SET c = CONCAT(c, 'x')", "UPDATE sbtest2 SET c = CONCAT(c, 'x')"));
    try (Pool pool = store.connect(driver);
        SqlClient client = client(pool, false, all)) {
      assertThatThrownBy(client::transaction)
          .isInstanceOf(EngineException.class)
          .hasMessageMatching("row \\d+ of `sbtest[12]` has a wrong c: '.*' \\(\\d+ bytes\\) .*");
    } finally {
      for (String table : List.of("sbtest1", "sbtest2")) {
        store
            .admin()
            .run(
                List.of(
                    "UPDATE " + table + " SET c = LEFT(c, CHAR_LENGTH(c) - 1) WHERE c LIKE '%x'"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector-j", "mariadb"})
  void aWriteThatIsNotSeenIsFound(String driver) {
    // What a proxy does that loses a write, or reads it from a replica that lags.
    Script lost =
        ScriptParser.parse(
            "lost",
            """
            \\set id random_row()
            \\set c row_c(:id)
            BEGIN;
            UPDATE :table SET c = :c WHERE id = :id; -- expect 1 changed
            ROLLBACK;
            SELECT c FROM :table WHERE id = :id; -- expect value :c
            """);
    try (Pool pool = store.connect(driver);
        SqlClient client = client(pool, false, lost)) {
      assertThatThrownBy(client::transaction)
          .isInstanceOf(EngineException.class)
          .hasMessageMatching(
              "lost:6:1: read '.*', which is not the value of :c: SELECT c FROM :table .*");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector-j", "mariadb"})
  void valuesOfAllTypesAreBound(String driver) {
    Script types =
        ScriptParser.parse(
            "types",
            """
            \\setup
            DROP TABLE IF EXISTS types;
            CREATE TABLE types (
              id bigint PRIMARY KEY, half double, word varchar(20), pad varchar(60),
              at datetime, day date);
            \\end
            \\set id 4611686018427387904 + new_row()
            \\set half :id / 3.0
            \\set word document_key(:id % 1000000)
            \\set pad row_pad(:id)
            \\set at random(1577836800, 1735603200)
            \\set day random(0, 1826)
            INSERT INTO types VALUES (:id, :half, :word, :pad, FROM_UNIXTIME(:at),
              '2020-01-01' + INTERVAL :day DAY); -- expect 1 changed
            SELECT id FROM types WHERE id = :id; -- expect value :id
            SELECT half FROM types WHERE id = :id; -- expect value :half
            SELECT word FROM types WHERE id = :id; -- expect value :word
            SELECT pad FROM types WHERE id = :id; -- expect value :pad
            SELECT 1 FROM types WHERE id = :id AND at = FROM_UNIXTIME(:at)
              AND day = '2020-01-01' + INTERVAL :day DAY; -- expect 1 row
            """);
    store.admin().run(types.setUp(context(store)));
    try (Pool pool = store.connect(driver);
        SqlClient client = client(pool, false, types)) {
      for (int i = 0; i < 20; i++) {
        client.transaction();
      }
    }
    assertThat(counts.verified).isGreaterThanOrEqualTo(80);
  }

  @ParameterizedTest
  @CsvSource({
    "tpcb-like, 7, connector-j",
    "tpcb-like, 7, mariadb",
    "simple-update, 5, mariadb",
    "select-only, 1, connector-j",
  })
  void runsPgbenchsScripts(String name, int queries, String driver) {
    Script script = Script.named("file:../docs/examples/pgbench/" + name + ".sql");
    store.admin().run(script.setUp(context(store)));
    try (Pool pool = store.connect(driver);
        SqlClient client = client(pool, false, script)) {
      for (int i = 0; i < 100; i++) {
        client.transaction();
      }
    }
    assertThat(counts.queries).isEqualTo(100L * queries);
    assertThat(counts.rows).isGreaterThanOrEqualTo(100);
  }

  @Test
  void mysqlObeysTheHintInAVersionComment() throws SQLException {
    requireHint(store);
  }

  @Test
  void mariadbObeysTheHintInAVersionComment() throws IOException, SQLException {
    try (TableStore mariadb = openMariadb("mariadb")) {
      requireHint(mariadb);
    }
  }

  /** MariaDB deletes whatever looks like a temporary table in its tmpdir when it starts. */
  @Test
  void temporaryTablesSurviveTheStartOfAnotherServer() throws IOException, SQLException {
    try (TableStore mariadb = openMariadb("first");
        Pool pool = mariadb.connect("mariadb");
        Connection connection = pool.borrow();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMPORARY TABLE t (i INT) ENGINE = Aria");
      openMariadb("second").close();
      statement.execute("DROP TEMPORARY TABLE t");
    }
  }

  private static TableStore openMariadb(String name) throws IOException {
    MariadbEngine engine = new MariadbEngine();
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      abort("no MariaDB here: " + unsupported.message());
    }
    return open(engine, folder.resolve(name), "article");
  }

  private static void requireHint(TableStore of) throws SQLException {
    assertThat(index(of, "")).isNotEqualTo("k_1");
    assertThat(index(of, "/*! FORCE INDEX (k_1) */")).isEqualTo("k_1");
  }

  private static String index(TableStore of, String hint) throws SQLException {
    try (Pool pool = of.connect("mariadb");
        Connection connection = pool.borrow();
        Statement statement = connection.createStatement();
        var plan =
            statement.executeQuery("EXPLAIN SELECT c FROM sbtest1 " + hint + " WHERE k >= 1")) {
      assertThat(plan.next()).isTrue();
      return String.valueOf(plan.getString("key"));
    }
  }

  @Test
  void aMissingRowIsFound() {
    Script none =
        ScriptParser.parse(
            "none",
            "\\set id random(5000, 6000)\nSELECT c FROM :table WHERE id = :id; -- expect 1 row");
    try (Pool pool = store.connect("connector-j");
        SqlClient client = client(pool, false, none)) {
      assertThatThrownBy(client::transaction)
          .isInstanceOf(EngineException.class)
          .hasMessageStartingWith("none:2:1: 0 rows found, expected 1: SELECT c FROM :table");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector-j", "mariadb"})
  void aKilledConnectionIsMadeAnewAndCounted(String driver) throws SQLException {
    try (Connection administrator = store.admin().borrow();
        Statement statement = administrator.createStatement()) {
      List<String> others = processes(administrator);
      try (Pool pool = store.connect(driver);
          SqlClient client = client(pool, false, Script.named("oltp_read_write"))) {
        client.transaction();
        List<String> clients = processes(administrator);
        clients.removeAll(others);
        for (String id : clients) {
          statement.execute("KILL " + id);
        }
        client.transaction();
      }
    }
    assertThat(counts.reconnects).isEqualTo(1);
    assertThat(counts.queries).isGreaterThanOrEqualTo(40);
  }

  private static List<String> processes(Connection own) throws SQLException {
    List<String> ids = new java.util.ArrayList<>();
    try (Statement statement = own.createStatement();
        var found =
            statement.executeQuery(
                "SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user = 'root'")) {
      while (found.next()) {
        ids.add(found.getString(1));
      }
    }
    return ids;
  }

  @Test
  void aDeadlockIsBegunAgainAndCounted() throws Exception {
    // The client locks row 1, then waits for row 2, which the other has locked before it asks
    // for row 1; the server gives up the one that has changed less.
    Script script =
        ScriptParser.parse(
            "deadlock",
            """
            BEGIN;
            UPDATE sbtest1 SET k = k + 1 WHERE id = 1; -- expect 1 changed
            SELECT SLEEP(0.5);
            UPDATE sbtest1 SET k = k + 1 WHERE id = 2; -- expect 1 changed
            COMMIT;
            """);
    try (Pool pool = store.connect("connector-j");
        SqlClient client = client(pool, false, script);
        Connection other = pool.borrow();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.executeUpdate("UPDATE sbtest1 SET k = k WHERE id > 500");
      statement.executeUpdate("UPDATE sbtest1 SET k = k + 1 WHERE id BETWEEN 2 AND 300");
      CompletableFuture<Long> running = CompletableFuture.supplyAsync(client::transaction);
      Thread.sleep(250);
      statement.executeUpdate("UPDATE sbtest1 SET k = k + 1 WHERE id = 1");
      other.rollback();
      running.join();
      other.setAutoCommit(true);
    }
    assertThat(counts.deadlocks).isEqualTo(1);
  }

  @Test
  void aDeadServerIsToldWithItsLog() throws IOException {
    TableStore dying = open(new MysqlEngine(), folder.resolve("dying"), "sbtest");
    Counts own = new Counts();
    Pool pool = dying.connect("connector-j");
    try (SqlClient client =
        new SqlClient(
            new SqlClient.Shared(
                dying, pool, false, Script.named("oltp_point_select"), context(dying)),
            0,
            own)) {
      client.transaction();
      ProcessHandle server = ProcessHandle.of(dying.processes().get("server")).orElseThrow();
      server.destroyForcibly();
      server.onExit().join();
      assertThatThrownBy(client::transaction)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("was killed (SIGKILL)")
          .hasMessageContaining("ready for connections");
    } finally {
      pool.close();
      assertThatThrownBy(dying::close).isInstanceOf(EngineException.class);
    }
  }
}
