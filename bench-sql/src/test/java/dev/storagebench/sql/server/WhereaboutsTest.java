package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where things are looked for: the local Maven repository, the build. */
final class WhereaboutsTest {
  @TempDir Path home;

  @Test
  void localRepositoryIsTheDefaultUnlessConfigured() throws IOException {
    Properties system = userHome();
    assertThat(LocalRepository.resolve(system)).isEqualTo(home.resolve(".m2/repository"));
    Files.createDirectory(home.resolve(".m2"));
    Files.writeString(
        home.resolve(".m2/settings.xml"),
        "<settings><localRepository>${user.home}/elsewhere</localRepository></settings>");
    assertThat(LocalRepository.resolve(system)).isEqualTo(home.resolve("elsewhere"));
    system.setProperty("maven.repo.local", "/given");
    assertThat(LocalRepository.resolve(system)).isEqualTo(Path.of("/given"));
  }

  @Test
  void brokenMavenSettingsLeaveTheDefault() throws IOException {
    Files.createDirectory(home.resolve(".m2"));
    Files.writeString(home.resolve(".m2/settings.xml"), "<settings>");
    assertThat(LocalRepository.resolve(userHome())).isEqualTo(home.resolve(".m2/repository"));
  }

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

  private Properties userHome() {
    Properties system = new Properties();
    system.setProperty("user.home", home.toString());
    return system;
  }
}
