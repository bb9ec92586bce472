package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.sql.jdbc.Insecurity;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DriverTest {

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
    assertThat(driver("jdbc:mysql://example.org/bench", Insecurity.NO_TLS))
        .containsEntry("sslMode", "DISABLED")
        .containsEntry("allowPublicKeyRetrieval", "false")
        .containsEntry("tls", "none");
  }

  @ParameterizedTest
  @EnumSource
  void everyDriverVerifiesOtherMachines(Driver driver) {
    String url = "jdbc:mysql://db.example.org/bench";
    assertThat(map(driver.settings(url, Set.of())).get("sslMode"))
        .isIn("VERIFY_IDENTITY", "verify-full");
    assertThat(map(driver.settings(url, Set.of(Insecurity.UNVERIFIED_TLS))).get("sslMode"))
        .isIn("REQUIRED", "trust");
  }

  private static Map<String, String> driver(String url, Insecurity... insecurities) {
    return map(Driver.ofUrl(url).report(url, Set.of(insecurities)));
  }

  private static Map<String, String> map(List<AppliedSetting> settings) {
    return settings.stream().collect(Collectors.toMap(AppliedSetting::name, AppliedSetting::value));
  }
}
