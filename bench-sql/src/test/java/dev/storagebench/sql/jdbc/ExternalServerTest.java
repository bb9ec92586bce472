package dev.storagebench.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.mysql.MysqlEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is accepted as a server and as credentials; needs no server. */
final class ExternalServerTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("STORAGE_BENCH_JDBC_USER", "alice", "STORAGE_BENCH_JDBC_PASSWORD", "hunter2");

  @Test
  void thereIsNoneUnlessNamed() {
    assertThat(find(new Properties(), ENVIRONMENT)).isEmpty();
  }

  @Test
  void takesUserAndPasswordFromTheEnvironment() {
    ExternalServer server =
        find(url("jdbc:mysql://host:3306/bench?connectTimeout=9"), ENVIRONMENT).orElseThrow();
    assertThat(server.credentials()).isEqualTo(new Credentials("alice", "hunter2"));
    assertThat(server.toString()).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://alice:hunter2@host/bench",
        "jdbc:mysql://alice%3Ahunter2%40host/bench",
        "jdbc:mysql://alice@host/bench",
        "jdbc:mysql://host/bench?user=alice",
        "jdbc:mysql://host/bench?x=y&password=hunter2",
        "jdbc:mysql://host/bench?PASSWORD%3Dhunter2",
        "jdbc:mysql://host/bench?%75ser=alice",
        "jdbc:mysql://host/bench?password2=hunter2",
        "jdbc:mysql://host/bench?trustCertificateKeyStorePassword=hunter2",
        "jdbc:mysql://address=(host=h)(user=alice)(password=hunter2)/bench",
        "jdbc:mysql://(host=h,password=hunter2)/bench",
        "jdbc:mysql://alice:hunt/er2hunter2@host/bench",
        "jdbc:mysql://alice:hunt?er2hunter2@host/bench",
        "jdbc:mysql://alice:hunt#hunter2@host/bench",
        "jdbc:mysql://alice:1/b?x=hunter2@host/bench",
        "jdbc:mysql://h1,alice:hunter2@h2/bench",
        "jdbc:mysql:loadbalance://alice:hunter2@[h1,h2]/bench",
        "jdbc:mysql://host/bench?user%3Dalice",
        "jdbc:mysql://host/bench?x=1& PassWord =hunter2",
        "jdbc:mysql://address=(host=h)(pass%77ord=hunter2)/bench",
        "jdbc:mariadb://host/bench?keyStorePassword=hunter2",
        "jdbc:mariadb://host/bench?trustStorePassword=hunter2",
        "jdbc:mariadb://host/bench?credentialType=AWS-IAM&secretKey=hunter2",
        "jdbc:postgresql://alice:hunter2@host/bench",
        "jdbc:postgresql://host/bench?user=alice&password=hunter2",
        "jdbc:postgresql://host/bench?sslpassword=hunter2"
      })
  void refusesAUrlThatCarriesCredentialsWithoutRepeatingThem(String url) {
    assertThatThrownBy(() -> find(url(url), ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("STORAGE_BENCH_JDBC_PASSWORD")
        .hasMessageNotContaining("hunter2")
        .hasMessageNotContaining("alice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://alice:hunter2/bench",
        "jdbc:mysql://host/alice/hunter2",
        "jdbc:mysql://host/bench?pass%2577ord=hunter2",
        "jdbc:mysql:alice:hunter2",
        "jdbc:mysql://host/bench#hunter2",
        "jdbc:mysql://(host=h,x=hunter2)/bench",
        "jdbc:mariadb://127.0.0.1/bench?x=address=(host=h)(x=hunter2)",
        "jdbc:mysql://host/bench?hunter2",
        "jdbc:postgresql://host?x=hunter2",
        "jdbc:postgresql://host",
        "jdbc:postgresql:hunter2",
        "jdbc:postgresql://localhost/bench?PGHOST=hunter2",
        "jdbc:postgresql://localhost/bench?x=y&host=hunter2",
        "jdbc:postgresql://localhost/bench?port=1",
        "jdbc:postgresql://localhost/bench?service=hunter2",
        "jdbc:postgresql://address=(host=hunter2)/bench"
      })
  void refusesWhatIsNoUrlWithoutRepeatingIt(String url) {
    assertThatThrownBy(() -> find(url(url), ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("--jdbc-url")
        .hasMessageContaining("expected jdbc:mysql://host:port/database")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://db.example.org:3306/bench?connectTimeout=9&characterEncoding=utf8",
        "jdbc:mysql://h1:3306,h2,10.0.0.5:3307/bench",
        "jdbc:mysql:loadbalance://h1,h2/bench?loadBalanceStrategy=random",
        "jdbc:mysql://[2001:db8::1]:3306/bench",
        "jdbc:mysql://address=(host=h1)(port=3306),address=(host=2001:db8::1)/bench",
        "jdbc:mariadb:sequential://h1,h2:3307/bench?sessionVariables=sql_mode='ANSI',lock_wait_timeout=9",
        "jdbc:mariadb://localhost/bench?localSocket=/run/mysqld/mysqld.sock",
        "jdbc:mysql://localhost/bench?sslMode=REQUIRED&passwordCharacterEncoding=utf8",
        "jdbc:mysql://host/",
        "jdbc:postgresql://db.example.org:5432/bench?currentSchema=mine&sslrootcert=ca.pem",
        "jdbc:postgresql://h1,[2001:db8::1]:5433/bench?targetServerType=primary",
        "jdbc:postgresql://localhost/bench?socketFactoryArg=/run/postgresql/.s.PGSQL.5432"
      })
  void takesUrlsOfAllDrivers(String url) {
    assertThat(find(url(url), ENVIRONMENT).orElseThrow().url()).isEqualTo(url);
  }

  @Test
  void takesUrlsOfAnyLength() {
    takesUrlsOfAllDrivers("jdbc:mysql://h" + ",h".repeat(9_999) + "/b?a=b" + "&c=d".repeat(9_999));
    takesUrlsOfAllDrivers("jdbc:postgresql://h" + ",h".repeat(9_999) + "/b?a=b");
    takesUrlsOfAllDrivers("jdbc:mysql://address=" + "(a=b)".repeat(9_999) + "/b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://host/bench?sslMode=DISABLED",
        "jdbc:mysql://host/bench?USESSL=false",
        "jdbc:mysql://address=(host=h)(sslMode=PREFERRED)/bench",
        "jdbc:mysql://localhost,host/bench?allowPublicKeyRetrieval=true",
        "jdbc:mariadb://host/bench?trustServerCertificate=true",
        "jdbc:mysql://host/bench?defaultAuthenticationPlugin=mysql_clear_password",
        "jdbc:mysql://127.0.0.1/bench?allowLoadLocalInfile=true",
        "jdbc:mysql://127.0.0.1/bench?allowLoadLocalInfileInPath=/",
        "jdbc:mariadb://localhost/bench?allowLocalInfile=1",
        "jdbc:postgresql://host/bench?sslmode=prefer",
        "jdbc:postgresql://host/bench?ssl=false",
        "jdbc:postgresql://host/bench?sslfactory=org.postgresql.ssl.NonValidatingFactory",
        "jdbc:postgresql://host/bench?sslhostnameverifier=x",
        "jdbc:postgresql://host/bench?requireAuth=none",
        "jdbc:postgresql://host/bench?gssEncMode=require",
        "jdbc:postgresql://host/bench?authenticationPluginClassName=x",
        "jdbc:postgresql://host/bench?socketFactoryArg=x"
      })
  void refusesAUrlThatWeakensTheConnection(String url) {
    assertThatThrownBy(() -> find(url(url), ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("--insecure-jdbc");
  }

  @Test
  void scrubsThePasswordByValue() {
    Credentials credentials = new Credentials("alice", "s3cret/=");
    assertThat(credentials.scrub("Access denied for 'alice' with s3cret/= (s3cret%2F%3D)"))
        .isEqualTo("Access denied for 'alice' with ******** (********)");
    assertThat(new Credentials("alice", "").scrub("as it is")).isEqualTo("as it is");
  }

  @Test
  void refusesOtherDatabases() {
    assertThatThrownBy(() -> find(url("jdbc:oracle://host/bench"), ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("expected jdbc:mysql://host:port/database");
  }

  @Test
  void withoutAUserTheErrorSaysWhereToPutIt() {
    assertThatThrownBy(() -> find(url("jdbc:mysql://host/bench"), Map.of()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("STORAGE_BENCH_JDBC_USER")
        .hasMessageContaining("--jdbc-credentials FILE");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void readsACredentialsFileThatOthersCannotRead(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("login"), "user=bob\npassword=s3cret\n");
    Properties system = url("jdbc:mysql://host/bench");
    system.setProperty("storagebench.jdbc.credentials", file.toString());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> find(system, ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("chmod 600")
        .hasMessageNotContaining("s3cret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(find(system, ENVIRONMENT).orElseThrow().credentials())
        .isEqualTo(new Credentials("bob", "s3cret"));
  }

  @Test
  void aCandidateNamesItsOwnServer() {
    Properties system = url("jdbc:mysql://all/bench");
    system.setProperty("storagebench.jdbc.client.url", "jdbc:mysql://proxy/bench");
    ExternalServer own =
        find("mine=mysql{url=jdbc:mysql://a/db?x=1&y=2}", system, ENVIRONMENT).orElseThrow();
    assertThat(own.url()).isEqualTo("jdbc:mysql://a/db?x=1&y=2");
    assertThat(own.hasClientUrl()).isFalse();
    ExternalServer proxied =
        find("mysql{client-url=jdbc:mysql://b/db}", system, ENVIRONMENT).orElseThrow();
    assertThat(proxied.url()).isEqualTo("jdbc:mysql://all/bench");
    assertThat(proxied.clientUrl()).isEqualTo("jdbc:mysql://b/db");
    assertThatThrownBy(
            () -> find("p=mysql{client-url=jdbc:mysql://b/db}", new Properties(), ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("client-url needs url");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql{url=jdbc:mysql://alice:hunter2@host/db}",
        "m=mysql{url=jdbc:mysql://host/db;client-url=jdbc:mysql://host/db?password=hunter2}",
        "m=mysql{ulr=jdbc:mysql://alice:hunter2@host/db}",
        "lmdb=mysql{url=jdbc:mysql://alice:hunter2@host/db}",
        "m=mysql{url=jdbc:mysql://alice:hunter2@host/db",
        "m=MySQL{url=jdbc:mysql://alice:hunter2@host/db}",
        "m=mysql{url=hunter2}",
        "m=mysql{url=}"
      })
  void refusesACandidateThatCarriesCredentialsWithoutRepeatingThem(String candidate) {
    assertThatThrownBy(() -> Engines.of(Candidate.parse(candidate)))
        .isInstanceOf(RuntimeException.class)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aCandidatesAccountIsItsOwn(@TempDir Path folder) throws IOException {
    Map<String, String> environment = new HashMap<>(ENVIRONMENT);
    environment.put("STORAGE_BENCH_JDBC_USER_NEW_1", "bob");
    Properties none = new Properties();
    String other = "new-1=mysql{url=jdbc:mysql://a/db}";
    // Without a password of its own it gets none: that of another user must not reach its server.
    assertThat(find(other, none, environment).orElseThrow().credentials())
        .isEqualTo(new Credentials("bob", ""));
    environment.put("STORAGE_BENCH_JDBC_PASSWORD_NEW_1", "b");
    assertThat(find(other, none, environment).orElseThrow().credentials())
        .isEqualTo(new Credentials("bob", "b"));
    assertThat(find("a=mysql{url=jdbc:mysql://a/db}", none, environment).orElseThrow())
        .extracting(ExternalServer::credentials)
        .isEqualTo(new Credentials("alice", "hunter2"));
    Path file = Files.writeString(folder.resolve("login"), "new-1.user=c\nnew-1.password=d\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    none.setProperty("storagebench.jdbc.credentials", file.toString());
    assertThat(find(other, none, environment).orElseThrow().credentials())
        .isEqualTo(new Credentials("c", "d"));
    assertThatThrownBy(() -> find("a=mysql{url=jdbc:mysql://a/db}", none, environment))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("LABEL.user");
  }

  /** Which server and which proxy: only the former decides which store it is. */
  @Test
  void candidatesOfOneServerShareItsStore() {
    StorageEngine engine = new MysqlEngine();
    assertThat(
            engine.storeOptions(
                Map.of("url", "jdbc:mysql://a/db", "client-url", "jdbc:mysql://b/db")))
        .isEqualTo(engine.storeOptions(Map.of("url", "jdbc:mysql://a/db")))
        .isNotEqualTo(engine.storeOptions(Map.of("url", "jdbc:mysql://b/db")));
  }

  private static Optional<ExternalServer> find(Properties system, Map<String, String> environment) {
    return find("mysql", system, environment);
  }

  private static Optional<ExternalServer> find(
      String candidate, Properties system, Map<String, String> environment) {
    return ExternalServer.find(Candidate.parse(candidate), system, environment);
  }

  private static Properties url(String url) {
    Properties system = new Properties();
    system.setProperty("storagebench.jdbc.url", url);
    return system;
  }
}
