package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which build of MySQL there is for whom. */
final class WhereaboutsTest {
  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64",
    "Linux, aarch64, linux-aarch64",
    "Mac OS X, x86_64, mac-x86_64"
  })
  void buildFitsThePlatform(String os, String processor, String classifier) {
    assertThat(MysqlBuild.of(os, processor)).map(MysqlBuild::classifier).contains(classifier);
  }

  @ParameterizedTest
  @CsvSource({"Mac OS X, aarch64", "Windows 11, amd64", "Linux, riscv64"})
  void otherPlatformsHaveNoBuild(String os, String processor) {
    assertThat(MysqlBuild.of(os, processor)).isEmpty();
  }

  @Test
  void anotherVersionThanTheOneThatIsFetchedIsRefused() {
    MysqlDistribution.requireVersion("8.0.33.1");
    assertThatThrownBy(() -> MysqlDistribution.requireVersion("8.4.0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only 8.0.33.1")
        .hasMessageContaining("--server-dir");
  }
}
