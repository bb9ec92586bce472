package dev.storagebench.sql.postgresql;

import static dev.storagebench.sql.mysql.Records.buffer;
import static dev.storagebench.sql.mysql.Records.get;
import static dev.storagebench.sql.mysql.Records.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlStore;
import dev.storagebench.sql.mysql.Records;
import dev.storagebench.sql.server.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store with a server of its own does beyond the contract. */
final class PostgresqlEngineIT {
  private static final PostgresqlEngine ENGINE = new PostgresqlEngine();

  @TempDir static Path folder;
  private static KeyValueStore store;

  @BeforeAll
  static void open() {
    RealServer.postgresql();
    store = ENGINE.open(folder, Records.settings(Durability.PROCESS));
  }

  @AfterAll
  static void close() {
    if (store != null) {
      store.close();
    }
  }

  @Test
  void loadsManyRecordsOverEarlierOnes() {
    try (Session session = store.session()) {
      put(session, "load:7", "earlier");
      try (BulkLoader loader = store.loader()) {
        for (int i = 0; i < 1_000; i++) {
          loader.add(buffer("load:" + i), buffer("v".repeat(i % 3 == 0 ? 5_000 : 1) + i));
        }
        loader.add(buffer("load:999"), buffer("last"));
      }
      assertThat(get(session, "load:0")).isEqualTo("v".repeat(5_000) + "0");
      assertThat(get(session, "load:7")).isEqualTo("v7");
      assertThat(get(session, "load:999")).isEqualTo("last");
    }
  }

  @Test
  void allBytesAreLoadedAsTheyAre(@TempDir Path own) {
    try (KeyValueStore opened = ENGINE.open(own, Records.settings(Durability.NONE))) {
      load(opened.loader());
      ByteBuffer into = ByteBuffer.allocateDirect(256);
      try (Session session = opened.session()) {
        for (int i = 0; i < 256; i++) {
          assertThat(session.get(buffer(new byte[] {(byte) i, 0}), into)).isEqualTo(i + 1);
          assertThat(into.get(i)).isEqualTo((byte) i);
        }
      }
    }
  }

  /** Keys and values of all bytes. */
  private static void load(BulkLoader into) {
    try (into) {
      for (int i = 0; i < 256; i++) {
        byte[] value = new byte[i + 1];
        value[i] = (byte) i;
        into.add(buffer(new byte[] {(byte) i, 0}), buffer(value));
      }
    }
  }

  @Test
  void longValuesAreNotCompressedAndCountInTheSize() {
    try (Session session = store.session()) {
      long before = store.bytesOnDisk();
      put(session, "long", "x".repeat(1 << 20));
      store.settle(Duration.ofMinutes(1));
      assertThat(store.bytesOnDisk() - before).isBetween(1L << 20, 2L << 20);
    }
  }

  @Test
  void theProcessesOfConnectionsCountInTheServers() throws IOException {
    String server = Long.toString(store.processes().get("server"));
    try (Session session = store.session()) {
      ProcessUsage before = ProcessUsage.of(server);
      do {
        put(session, "cpu", "x".repeat(100_000));
        // Of a postmaster alone it would stand still.
      } while (ProcessUsage.of(server).since(before).cpuNanos() < 50_000_000);
      assertThat(ProcessUsage.of(server).since(before).cpuNanos()).isPositive();
    }
  }

  @Test
  void aServerOfRootHasAUserOfItsOwnThatWritesItsOwnFilesOnly() throws IOException {
    assumeTrue(
        System.getProperty("user.name").equals("root"), "not root: it has its user's rights");
    List<String> status =
        Files.readAllLines(Path.of("/proc", store.processes().get("server").toString(), "status"));
    long user = Long.parseLong(field(status, "Uid").replaceFirst("\\s.*", ""));
    assertThat(user).isNotIn(0L, 65_534L);
    assertThat(Files.readString(Path.of("/etc/passwd"))).doesNotContain(":" + user + ":");
    // Bit 2: to read and search.
    assertThat(Long.parseLong(field(status, "CapEff"), 16)).isEqualTo(1 << 2);
    assertThat(field(status, "NoNewPrivs")).isEqualTo("1");
  }

  private static String field(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aKilledServerLeavesNoSharedMemory(@TempDir Path own) throws Exception {
    KeyValueStore killed = ENGINE.open(own, Records.settings(Durability.PROCESS));
    long server = killed.processes().get("server");
    Path maps = Path.of("/proc", Long.toString(server), "maps");
    assumeTrue(Files.isReadable(maps), "there is no /proc");
    List<Path> files =
        Files.readAllLines(maps).stream()
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .filter(name -> name.startsWith("/dev/shm/PostgreSQL."))
            .map(Path::of)
            .distinct()
            .toList();
    assertThat(files).isNotEmpty().allSatisfy(each -> assertThat(each).exists());
    ProcessHandle.of(server).orElseThrow().destroyForcibly();
    assertThatThrownBy(killed::close).isInstanceOf(EngineException.class);
    assertThat(files).allSatisfy(each -> assertThat(each).doesNotExist());
  }

  @Test
  void listensWhereNobodyElseCanConnect() throws IOException {
    Pool admin = ((SqlStore) store).admin();
    assertThat(admin.row("SHOW listen_addresses").get(0)).isEmpty();
    Path sockets = Path.of(admin.row("SHOW unix_socket_directories").get(0));
    assertThat(Files.getPosixFilePermissions(sockets))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    Path server = Path.of("/proc", store.processes().get("server").toString());
    assertThat(Files.getOwner(sockets).getName())
        .isEqualTo(
            Files.exists(server)
                ? Files.getOwner(server).getName()
                : System.getProperty("user.name"));
  }

  @Test
  void reportsWhatBecameOfEachSetting() {
    assertThat(store.settings())
        .extracting(AppliedSetting::name, AppliedSetting::value, AppliedSetting::role)
        .contains(
            Tuple.tuple("cacheBytes", "" + (32 << 20), AppliedSetting.Role.HONOURED),
            Tuple.tuple("durability", "process", AppliedSetting.Role.HONOURED),
            Tuple.tuple("prepareThreshold", "1", AppliedSetting.Role.OWN));
    assertThat(store.settings()).noneMatch(setting -> setting.reason().isBlank());
    assertThat(store.stats()).containsKeys("xact_commit", "blks_hit", "wal_bytes");
  }

  @Test
  void anOptionOfACandidateIsAParameterOfTheServer(@TempDir Path own) {
    Candidate candidate = Candidate.parse("postgresql{wal_compression=pglz}");
    try (KeyValueStore opened =
        ((PostgresqlEngine) ENGINE.as(candidate))
            .open(own, Records.settings(Durability.NONE).withOptions(candidate.options()))) {
      assertThat(opened.settings())
          .extracting(AppliedSetting::name, AppliedSetting::value, AppliedSetting::role)
          .contains(Tuple.tuple("wal_compression", "pglz", AppliedSetting.Role.CANDIDATE));
    }
  }

  @Test
  void anUnknownParameterIsRefusedInTheServersWords(@TempDir Path own) {
    assertThatThrownBy(
            () ->
                ENGINE.open(
                    own, Records.settings(Durability.NONE).withOptions(Map.of("no_such_one", "1"))))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("unrecognized configuration parameter \"no_such_one\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fsync",
        "synchronous_commit",
        "shared_buffers",
        "listen_addresses",
        "hba_file",
        "archive_command",
        "shared_preload_libraries"
      })
  void anOptionThatWouldChangeAConditionIsRefused(String option) {
    assertThat(ENGINE.conditionOf(option, "x")).isPresent();
  }

  @Test
  void aKilledServerIsTheCauseOfWhatFailsNext(@TempDir Path own) {
    KeyValueStore killed = ENGINE.open(own, Records.settings(Durability.NONE));
    Session reader = killed.session();
    put(reader, "key", "value");
    ProcessHandle server = ProcessHandle.of(killed.processes().get("server")).orElseThrow();
    List<ProcessHandle> connections = server.descendants().toList();
    server.destroyForcibly();
    // They end by themselves when they miss it, a moment later.
    connections.forEach(each -> each.onExit().join());
    String message =
        "was killed (SIGKILL), by hand or by the kernel's out-of-memory killer; its log";
    assertThatThrownBy(killed::stats).hasMessageContaining(message);
    assertThatThrownBy(killed::close).hasMessageContaining(message);
  }
}
