package dev.storagebench.sql.mysql;

import static dev.storagebench.sql.mysql.Records.get;
import static dev.storagebench.sql.mysql.Records.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.RealServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Stores on a server that the engine knows by its URL only; its log is flushed once a second. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class ExternalStoreIT {
  private static final MysqlEngine ENGINE = new MysqlEngine();

  @TempDir static Path home;
  @TempDir Path folder;
  private static ServerProcess server;
  private static Pool administrator;

  @BeforeAll
  static void start() throws IOException {
    ServerInstall base = RealServer.mysql();
    server =
        MysqlServer.start(
            base,
            home,
            ServerOptions.of(
                    List.of(
                        "--innodb-flush-log-at-trx-commit=2",
                        "--innodb-buffer-pool-size=64M",
                        "--innodb-buffer-pool-chunk-size=1M"))
                .withListen(ServerOptions.Listen.LOOPBACK));
    String url = Driver.CONNECTOR_J.url(server.endpoint(), "");
    Credentials root = new Credentials(MysqlServer.USER, server.password());
    administrator =
        new Pool(
            "mysql", url, Driver.CONNECTOR_J.settings(Optional.empty()), root, Optional::empty);
    administrator.run(List.of("CREATE DATABASE bench"));
    Path login =
        Files.writeString(home.resolve("login"), "user=root\npassword=" + server.password() + "\n");
    Files.setPosixFilePermissions(login, PosixFilePermissions.fromString("rw-------"));
    System.setProperty("storagebench.jdbc.url", url + "bench");
    System.setProperty("storagebench.jdbc.credentials", login.toString());
  }

  @AfterAll
  static void stop() {
    System.clearProperty("storagebench.jdbc.url");
    System.clearProperty("storagebench.jdbc.credentials");
    if (server != null) {
      administrator.close();
      server.close();
    }
  }

  @Test
  void isAvailableInTheServersVersion() {
    assertThat(ENGINE.availability())
        .isEqualTo(
            new Availability.Available("8.0.33", System.getProperty("storagebench.jdbc.url")));
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() throws IOException {
    String right = System.getProperty("storagebench.jdbc.credentials");
    Path wrong = Files.writeString(folder.resolve("login"), "user=root\npassword=wrong-one\n");
    Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
    System.setProperty("storagebench.jdbc.credentials", wrong.toString());
    try {
      assertThatThrownBy(ENGINE::availability)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("Access denied")
          .message()
          .doesNotContain("wrong-one");
    } finally {
      System.setProperty("storagebench.jdbc.credentials", right);
    }
  }

  @Test
  void storeIsATableThatIsReopenedCopiedAndDropped() throws Exception {
    Path original = Files.createDirectory(folder.resolve("original"));
    Path copy = Files.createDirectory(folder.resolve("copy"));
    try (KeyValueStore store = open(original, Durability.PROCESS);
        Session session = store.session()) {
      put(session, "key", "value");
    }
    ENGINE.copy(original, copy);
    try (KeyValueStore store = open(copy, Durability.PROCESS);
        Session session = store.session()) {
      assertThat(get(session, "key")).isEqualTo("value");
      put(session, "key", "changed");
      assertThat(store.bytesOnDisk()).isPositive();
      assertThat(store.stats()).containsKey("Innodb_data_read");
      Store.Settling settling = store.settle(Duration.ofMinutes(1));
      assertThat(settling.idle()).isFalse();
      assertThat(settling.how()).contains("FOR EXPORT");
    }
    try (KeyValueStore store = open(original, Durability.PROCESS);
        Session session = store.session()) {
      assertThat(get(session, "key")).isEqualTo("value");
    }
    assertThat(tables()).isEqualTo(2);
    ENGINE.delete(copy);
    ENGINE.delete(original);
    assertThat(tables()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  /** As after the server was installed anew. */
  @Test
  void aStoreWhoseTableIsGoneIsNotOpenedEmpty() throws Exception {
    Path original = Files.createDirectories(folder.resolve("store/files"));
    Path copy = Files.createDirectory(folder.resolve("copy"));
    open(original, Durability.PROCESS).close();
    administrator.run(
        administrator
            .rows("SHOW TABLES FROM bench")
            .map(row -> "DROP TABLE bench." + row.get(0))
            .toList());
    assertThatThrownBy(() -> open(original, Durability.PROCESS))
        .hasMessageContaining("no longer there; delete " + folder.resolve("store"));
    assertThatThrownBy(() -> ENGINE.copy(original, copy)).hasMessageContaining("no longer there");
    assertThat(tables()).isZero();
    ENGINE.delete(original);
    assertThat(original).doesNotExist();
  }

  @Test
  void refusesMoreDurabilityThanTheServerGives() {
    assertThatThrownBy(() -> open(folder, Durability.SYNC).close())
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void reportsTheServersOwnSettings() throws IOException {
    try (KeyValueStore store = open(folder, Durability.NONE)) {
      assertThat(store.settings())
          .anySatisfy(
              setting -> {
                assertThat(setting.name()).isEqualTo("durability");
                assertThat(setting.value()).isEqualTo("process");
                assertThat(setting.role()).isEqualTo(AppliedSetting.Role.REPLACED);
              })
          .anySatisfy(
              setting -> {
                assertThat(setting.name()).isEqualTo("cacheBytes");
                assertThat(setting.value()).isEqualTo(Integer.toString(64 << 20));
                assertThat(setting.role()).isNotEqualTo(AppliedSetting.Role.HONOURED);
              });
    }
    ENGINE.delete(folder);
  }

  @Test
  void refusesAFolderOfSomethingElse() throws IOException {
    Files.createDirectory(folder.resolve("data"));
    assertThatThrownBy(() -> open(folder, Durability.NONE).close())
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(folder.toString());
    assertThat(folder.resolve("data")).exists();
  }

  /** With the server's default way to log in, caching_sha2_password, which root here has not. */
  @Test
  void anAccountThatMayUseOneDatabaseOnlyIsEnough() throws IOException {
    administrator.run(
        List.of(
            "CREATE USER guest@localhost IDENTIFIED WITH caching_sha2_password BY 'for-this-test'",
            "GRANT ALL ON bench.* TO guest@localhost"));
    Path login = Path.of(System.getProperty("storagebench.jdbc.credentials"));
    String administrators = Files.readString(login);
    Files.writeString(login, "user=guest\npassword=for-this-test\n");
    try (KeyValueStore store = open(folder, Durability.PROCESS);
        Session session = store.session()) {
      put(session, "key", "value");
      assertThat(get(session, "key")).isEqualTo("value");
      assertThat(store.bytesOnDisk()).isPositive();
      assertThat(store.stats()).isNotEmpty();
      assertThat(store.settle(Duration.ofSeconds(10)).how()).startsWith("nothing flushed");
    } finally {
      Files.writeString(login, administrators);
    }
    ENGINE.delete(folder);
  }

  private static KeyValueStore open(Path folder, Durability durability) {
    return ENGINE.open(folder, Records.settings(durability));
  }

  private static int tables() {
    String query = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'bench'";
    return Integer.parseInt(administrator.row(query).get(0));
  }
}
