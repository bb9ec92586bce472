package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class DriverTest {

  @Test
  void goesWithoutTlsOnLoopbackOnlyAndOnlyIfTheUrlDoesNotDecide() {
    assertThat(driver("jdbc:mysql://127.0.0.1:3307/bench")).containsEntry("sslMode", "DISABLED");
    assertThat(driver("jdbc:mysql://127.0.0.1/bench?sslMode=REQUIRED"))
        .doesNotContainKey("sslMode");
    assertThat(driver("jdbc:mysql://example.org/bench"))
        .doesNotContainKeys("sslMode", "allowPublicKeyRetrieval")
        .containsEntry("useServerPrepStmts", "true");
    assertThat(driver("jdbc:mysql://localhost,example.org/bench")).doesNotContainKey("sslMode");
    assertThat(driver("jdbc:mysql://localhost.example.org/bench")).doesNotContainKey("sslMode");
  }

  private static Map<String, String> driver(String url) {
    return ExternalBackend.settings(Driver.ofUrl(url), url).stream()
        .collect(Collectors.toMap(AppliedSetting::name, AppliedSetting::value));
  }
}
