package dev.storagebench.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
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
    assertThat(ExternalServer.find(new Properties(), ENVIRONMENT)).isEmpty();
  }

  @Test
  void takesUserAndPasswordFromTheEnvironment() {
    ExternalServer server =
        ExternalServer.find(url("jdbc:mysql://host:3306/bench?useSSL=true"), ENVIRONMENT)
            .orElseThrow();
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
        "jdbc:mysql://(host=h,password=hunter2)/bench"
      })
  void refusesAUrlThatCarriesCredentialsWithoutRepeatingThem(String url) {
    assertThatThrownBy(() -> ExternalServer.find(url(url), ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("STORAGE_BENCH_JDBC_PASSWORD")
        .hasMessageNotContaining("hunter2")
        .hasMessageNotContaining("alice");
  }

  @Test
  void refusesOtherDatabases() {
    assertThatThrownBy(() -> ExternalServer.find(url("jdbc:postgresql://host/bench"), ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("expected jdbc:mysql://host:port/database");
  }

  @Test
  void withoutAUserTheErrorSaysWhereToPutIt() {
    assertThatThrownBy(() -> ExternalServer.find(url("jdbc:mysql://host/bench"), Map.of()))
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
    assertThatThrownBy(() -> ExternalServer.find(system, ENVIRONMENT))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("chmod 600")
        .hasMessageNotContaining("s3cret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(ExternalServer.find(system, ENVIRONMENT).orElseThrow().credentials())
        .isEqualTo(new Credentials("bob", "s3cret"));
  }

  private static Properties url(String url) {
    Properties system = new Properties();
    system.setProperty("storagebench.jdbc.url", url);
    return system;
  }
}
