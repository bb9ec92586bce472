package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.conf.DefaultPropertySet;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.DisabledProtection;
import dev.storagebench.sql.jdbc.ExternalServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DriverTest {
  // Longer than a pause of this JVM between two calls of the driver.
  private static final int LIMIT_MILLIS = 1_000;

  @Test
  void goesWithoutTlsOnLoopbackOnlyAndOnlyIfTheUrlDoesNotDecide() {
    assertThat(driver("jdbc:mysql://127.0.0.1:3307/bench"))
        .containsEntry("sslMode", "DISABLED")
        .containsEntry("tls", "none");
    assertThat(driver("jdbc:mysql://127.0.0.1/bench?sslMode=REQUIRED"))
        .doesNotContainKey("sslMode")
        .containsEntry("tls", "REQUIRED");
    assertThat(driver("jdbc:mysql://example.org/bench"))
        .containsEntry("useServerPrepStmts", "true")
        .containsEntry("sslMode", "VERIFY_IDENTITY")
        .containsEntry("tls", "verified");
    assertThat(driver("jdbc:mysql://localhost,example.org/bench")).containsEntry("tls", "verified");
    assertThat(driver("jdbc:mysql://localhost.example.org/bench")).containsEntry("tls", "verified");
    assertThat(driver("jdbc:mysql://example.org/bench", DisabledProtection.NO_TLS))
        .containsEntry("sslMode", "DISABLED")
        .containsEntry("allowPublicKeyRetrieval", "false")
        .containsEntry("tls", "none");
  }

  @ParameterizedTest
  @EnumSource
  void everyDriverVerifiesOtherMachines(Driver driver) {
    String url = "jdbc:mysql://db.example.org/bench";
    assertThat(map(driver.report(url, Set.of())).get("sslMode"))
        .isIn("VERIFY_IDENTITY", "verify-full");
    assertThat(map(driver.report(url, Set.of(DisabledProtection.UNVERIFIED_TLS))).get("sslMode"))
        .isIn("REQUIRED", "trust");
  }

  @Test
  @Timeout(60)
  void aServerOnThisMachineThatSaysNothingIsNotWaitedForWithoutEnd() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      ConnectorJSocketFactory factory = new ConnectorJSocketFactory();
      try (Socket socket =
          factory.connect(
              silent.getInetAddress().getHostAddress(),
              silent.getLocalPort(),
              new DefaultPropertySet(),
              LIMIT_MILLIS)) {
        factory.beforeHandshake();
        assertThatThrownBy(() -> socket.getInputStream().read())
            .isInstanceOf(SocketException.class)
            .hasMessage("Socket closed");
        assertThat(socket.isClosed()).isTrue();
      }
    }
  }

  @Test
  @Timeout(60)
  void norDoesMariadbsDriverWaitForItWithoutEnd() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      String url =
          "jdbc:mariadb://127.0.0.1:%d/bench?connectTimeout=%d"
              .formatted(silent.getLocalPort(), LIMIT_MILLIS);
      ExternalServer server =
          new ExternalServer(url, url, new Credentials("alice", "hunter2"), Set.of());
      assertThatThrownBy(() -> ExternalBackend.open("mariadb", server, new InnoDb()).close())
          .hasMessageEndingWith("no answer in time");
    }
  }

  @Test
  void aTimeOutOfTheUsersForEachAnswerHasASocketOfTheDrivers() {
    assertThat(driver("jdbc:mariadb://127.0.0.1/bench")).containsKey("socketFactory");
    assertThat(driver("jdbc:mariadb://127.0.0.1/bench?socketTimeout=5000"))
        .doesNotContainKey("socketFactory");
    assertThat(driver("jdbc:mysql://localhost/bench?path=/run/my.sock&socketTimeout=5000"))
        .containsKey("socketFactory");
  }

  @Test
  void afterTheHandshakeAServerMayTakeItsTime() throws Exception {
    try (ServerSocket slow = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      ConnectorJSocketFactory factory = new ConnectorJSocketFactory();
      try (Socket socket =
              factory.connect(
                  slow.getInetAddress().getHostAddress(),
                  slow.getLocalPort(),
                  new DefaultPropertySet(),
                  LIMIT_MILLIS);
          Socket server = slow.accept()) {
        factory.beforeHandshake();
        factory.afterHandshake();
        Thread.sleep(LIMIT_MILLIS + 100);
        server.getOutputStream().write(7);
        assertThat(socket.getInputStream().read()).isEqualTo(7);
      }
    }
  }

  private static Map<String, String> driver(String url, DisabledProtection... insecurities) {
    return map(Driver.ofUrl(url).report(url, Set.of(insecurities)));
  }

  private static Map<String, String> map(List<AppliedSetting> settings) {
    return settings.stream().collect(Collectors.toMap(AppliedSetting::name, AppliedSetting::value));
  }
}
