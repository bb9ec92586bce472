package dev.storagebench.sql.postgresql;

import static dev.storagebench.sql.mysql.Records.buffer;
import static dev.storagebench.sql.mysql.Records.get;
import static dev.storagebench.sql.mysql.Records.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.DatabaseEngine;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.mysql.Records;
import dev.storagebench.sql.server.PostgresqlServer;
import dev.storagebench.sql.server.RealServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores on a PostgreSQL server that the engine knows by its URL only; it does not sync. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere only 127.0.0.1 is a loopback address")
final class ExternalPostgresqlIT {
  private static final String LOCAL = "127.0.0.1";
  // Not one of the addresses that go without TLS.
  private static final String REMOTE = "127.0.0.2";
  private static final String UNNAMED = "127.0.0.3";
  private static final String PASSWORD = "hunter2-hunter2";
  private static final String STORE_PASSWORD = "changeit";

  @TempDir private static Path home;
  @TempDir private Path folder;
  private static int port;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    ServerInstall install = RealServer.postgresql();
    certificate("right", REMOTE);
    certificate("wrong", REMOTE);
    Path rules =
        Files.write(
            home.resolve("hba"),
            List.of(
                "host all postgres 127.0.0.1/32 trust",
                "host all clear 0.0.0.0/0 password",
                "host all all 0.0.0.0/0 scram-sha-256"));
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    server =
        PostgresqlServer.start(
            install,
            Files.createDirectory(home.resolve("server")),
            ServerOptions.of(
                List.of(
                    "--listen-addresses=" + String.join(",", LOCAL, REMOTE, UNNAMED),
                    "--port=" + port,
                    "--hba_file=" + rules,
                    "--ssl=on",
                    "--ssl_cert_file=" + home.resolve("right.pem"),
                    "--ssl_key_file=" + home.resolve("right.key"),
                    "--shared_buffers=64MB",
                    "--fsync=off")));
    for (String account : List.of("guest", "stranger", "clear")) {
      sql("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(account, PASSWORD));
    }
    sql("CREATE DATABASE bench OWNER guest ENCODING 'UTF8' TEMPLATE template0");
  }

  /** A certificate that signs itself, and its key, as PostgreSQL reads them. */
  private static void certificate(String name, String address) throws Exception {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String line =
        "-genkeypair -alias %1$s -keyalg RSA -dname CN=%1$s -ext san=ip:%2$s -keystore %1$s.p12 -storetype PKCS12 -storepass %3$s"
            .formatted(name, address, STORE_PASSWORD);
    Process process =
        new ProcessBuilder((program + " " + line).split(" "))
            .directory(home.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(home.resolve(name + ".p12"))) {
      keys.load(in, STORE_PASSWORD.toCharArray());
    }
    pem(name + ".pem", "CERTIFICATE", keys.getCertificate(name).getEncoded());
    pem(name + ".key", "PRIVATE KEY", keys.getKey(name, STORE_PASSWORD.toCharArray()).getEncoded());
  }

  private static void pem(String file, String kind, byte[] content) throws Exception {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Path written =
        Files.writeString(
            home.resolve(file),
            "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, lines));
    Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void account() throws Exception {
    account("guest", PASSWORD);
  }

  private void account(String user, String password) throws Exception {
    Path login = home.resolve("login");
    Files.deleteIfExists(login);
    Files.writeString(login, "user=%s\npassword=%s\n".formatted(user, password));
    Files.setPosixFilePermissions(login, PosixFilePermissions.fromString("rw-------"));
    System.setProperty("storagebench.jdbc.credentials", login.toString());
  }

  @AfterEach
  void forget() throws Exception {
    Files.delete(Path.of(System.getProperty("storagebench.jdbc.credentials")));
    System.clearProperty("storagebench.jdbc.credentials");
    System.clearProperty("storagebench.jdbc.insecure");
  }

  private static String url(String host, String properties) {
    return "jdbc:postgresql://%s:%d/bench%s".formatted(host, port, properties);
  }

  private static DatabaseEngine engine(String host, String properties) {
    return engine(url(host, properties));
  }

  private static DatabaseEngine engine(String url) {
    return (DatabaseEngine)
        new PostgresqlEngine().as(Candidate.parse("mine=postgresql{url=%s}".formatted(url)));
  }

  private KeyValueStore open(Path where, Durability durability) {
    return engine(LOCAL, "").open(where, Records.settings(durability));
  }

  /** As its superuser, who needs no password here. */
  private static String sql(String statement) throws Exception {
    String database = statement.startsWith("SELECT") ? "bench" : "postgres";
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:postgresql://%s:%d/%s?sslmode=disable".formatted(LOCAL, port, database),
                PostgresqlServer.USER,
                "");
        Statement sent = connection.createStatement()) {
      if (!sent.execute(statement)) {
        return "";
      }
      try (ResultSet row = sent.getResultSet()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  private static long tables() throws Exception {
    return Long.parseLong(sql("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'"));
  }

  @Test
  void isAvailableInTheServersVersion() {
    assertThat(engine(LOCAL, "").availability())
        .isEqualTo(new Availability.Available("18.1", url(LOCAL, "")));
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() throws Exception {
    account("guest", "wrong-one");
    assertThatThrownBy(engine(LOCAL, "")::availability)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("password authentication failed")
        .hasMessageNotContaining("wrong-one");
  }

  @Test
  void anAccountThatMayNotCreateTablesIsToldWhatItLacks() throws Exception {
    account("stranger", PASSWORD);
    assertThatThrownBy(engine(LOCAL, "")::availability)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("GRANT CREATE ON SCHEMA public TO stranger");
    assertThatThrownBy(() -> open(folder, Durability.NONE))
        .hasMessageContaining("GRANT CREATE ON SCHEMA public TO stranger");
    assertThat(folder).isEmptyDirectory();
    assertThat(tables()).isZero();
  }

  @Test
  void aSchemaThatIsNotThereIsNoSchemaToBeGranted() {
    assertThatThrownBy(engine(LOCAL, "?currentSchema=absent")::availability)
        .hasMessageContaining("has no schema of those in search_path");
  }

  @Test
  void storeIsATableThatIsReopenedCopiedAndDropped() throws Exception {
    Path original = Files.createDirectory(folder.resolve("original"));
    Path copy = Files.createDirectory(folder.resolve("copy"));
    DatabaseEngine engine = engine(LOCAL, "");
    try (KeyValueStore store = open(original, Durability.PROCESS)) {
      try (BulkLoader loader = store.loader()) {
        for (int i = 0; i < 300; i++) {
          loader.add(buffer(new byte[] {(byte) i, 0}), buffer(new byte[i + 1]));
        }
      }
      try (Session session = store.session()) {
        put(session, "key", "value");
      }
    }
    engine.copy(original, copy);
    try (KeyValueStore store = open(copy, Durability.PROCESS);
        Session session = store.session()) {
      assertThat(get(session, "key")).isEqualTo("value");
      put(session, "key", "changed");
      assertThat(store.bytesOnDisk()).isPositive();
      assertThat(store.stats()).containsKeys("xact_commit", "wal_bytes");
      Store.Settling settling = store.settle(Duration.ofMinutes(1));
      assertThat(settling.idle()).isFalse();
      assertThat(settling.how()).contains("no CHECKPOINT");
      assertThat(store.processes()).isEmpty();
    }
    try (KeyValueStore store = open(original, Durability.PROCESS);
        Session session = store.session()) {
      assertThat(get(session, "key")).isEqualTo("value");
    }
    assertThat(tables()).isEqualTo(2);
    engine.delete(copy);
    engine.delete(original);
    assertThat(tables()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  /** As its checksums say, which the loader compares. */
  @Test
  void textsAreStoredAsTheyAre() throws Exception {
    DatabaseEngine engine = engine(LOCAL, "");
    try (TableStore store =
        (TableStore) engine.openDatabase(folder, Records.settings(Durability.NONE), "article")) {
      addTexts(store.loader());
      assertThat(store.admin().row("SELECT c FROM %s WHERE id = 3".formatted(name(store))))
          .containsExactly("üñ→𝄞");
    }
    engine.delete(folder);
    assertThat(tables()).isZero();
  }

  private static void addTexts(BulkLoader into) {
    try (into) {
      for (String text : List.of("plain", "\\x41 \\\\ '", "üñ→𝄞", "")) {
        into.add(buffer(text), buffer(text + "8 bytes."));
      }
    }
  }

  private static String name(TableStore store) {
    return store.names().get(0);
  }

  @Test
  void refusesMoreDurabilityThanTheServerGives() {
    assertThatThrownBy(() -> open(folder, Durability.SYNC))
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("ALTER SYSTEM SET fsync = on");
    assertThatThrownBy(
            () ->
                engine(LOCAL, "?options=-c%20synchronous_commit=off")
                    .open(folder, Records.settings(Durability.PROCESS)))
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("ALTER ROLE \"guest\" SET synchronous_commit = on");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void refusesParametersOfTheServer() {
    assertThatThrownBy(
            () ->
                engine(LOCAL, "")
                    .open(
                        folder,
                        Records.settings(Durability.NONE)
                            .withOptions(Map.of("wal_compression", "lz4"))))
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("wal_compression cannot be set on the external server");
  }

  @Test
  void reportsTheServersOwnSettings() throws Exception {
    try (KeyValueStore store = open(folder, Durability.NONE)) {
      assertThat(store.settings())
          .extracting(AppliedSetting::name, AppliedSetting::value, AppliedSetting::role)
          .contains(
              Tuple.tuple("durability", "process", AppliedSetting.Role.REPLACED),
              Tuple.tuple("cacheBytes", "" + (64 << 20), AppliedSetting.Role.REPLACED),
              Tuple.tuple("server_version", "18.1", AppliedSetting.Role.OWN),
              Tuple.tuple("server_encoding", "UTF8", AppliedSetting.Role.OWN),
              Tuple.tuple("url", url(LOCAL, ""), AppliedSetting.Role.OWN),
              Tuple.tuple("tls", "none", AppliedSetting.Role.OWN));
      assertThat(store.settings()).noneMatch(setting -> setting.reason().isBlank());
    }
    engine(LOCAL, "").delete(folder);
  }

  @Test
  void anotherMachineProvesItsIdentity() throws Exception {
    String root = "?sslrootcert=" + home.resolve("right.pem");
    DatabaseEngine engine = engine(REMOTE, root);
    assertThat(engine.availability()).isInstanceOf(Availability.Available.class);
    try (KeyValueStore store = engine.open(folder, Records.settings(Durability.NONE))) {
      assertThat(store.settings())
          .extracting(AppliedSetting::name, AppliedSetting::value)
          .contains(Tuple.tuple("tls", "verified"), Tuple.tuple("sslmode", "verify-full"));
    }
    engine.delete(folder);
    refuses(engine(UNNAMED, root));
    refuses(engine(REMOTE, "?sslrootcert=" + home.resolve("wrong.pem")));
  }

  private static void refuses(DatabaseEngine engine) {
    assertThatThrownBy(engine::availability)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("--insecure-jdbc")
        .hasMessageNotContaining(PASSWORD);
  }

  @Test
  void protectionsAreGivenUpByName() {
    System.setProperty("storagebench.jdbc.insecure", "no-tls");
    assertThat(engine(REMOTE, "").availability()).isInstanceOf(Availability.Available.class);
    System.setProperty("storagebench.jdbc.insecure", "unverified-tls");
    assertThat(engine(UNNAMED, "").availability()).isInstanceOf(Availability.Available.class);
  }

  @Test
  void anotherMachineGetsNoClearTextPassword() throws Exception {
    account("clear", PASSWORD);
    String root = "?sslrootcert=" + home.resolve("right.pem");
    refuses(engine(REMOTE, root));
    System.setProperty("storagebench.jdbc.insecure", "clear-text");
    assertThatThrownBy(engine(REMOTE, root)::availability).hasMessageContaining("GRANT CREATE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mysql://127.0.0.1/bench", "jdbc:mariadb://127.0.0.1/bench"})
  void refusesServersOfAnotherFamily(String url) {
    assertThatThrownBy(engine(url)::availability)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("cannot be reached by the scheme");
  }
}
