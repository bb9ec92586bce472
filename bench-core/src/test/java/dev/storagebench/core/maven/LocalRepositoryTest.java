package dev.storagebench.core.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalRepositoryTest {
  @TempDir Path home;

  @Test
  void localRepositoryIsTheDefaultUnlessConfigured() throws IOException {
    Properties system = userHome();
    assertThat(MavenFetch.localRepository(system)).isEqualTo(home.resolve(".m2/repository"));
    Files.createDirectory(home.resolve(".m2"));
    Files.writeString(
        home.resolve(".m2/settings.xml"),
        "<settings><localRepository>${user.home}/elsewhere</localRepository></settings>");
    assertThat(MavenFetch.localRepository(system)).isEqualTo(home.resolve("elsewhere"));
    system.setProperty("maven.repo.local", "/given");
    assertThat(MavenFetch.localRepository(system)).isEqualTo(Path.of("/given"));
  }

  @Test
  void settingsAreReadAsXmlWithoutEntitiesOfTheirOwn() throws IOException {
    Files.createDirectory(home.resolve(".m2"));
    Path settings = home.resolve(".m2/settings.xml");
    Files.writeString(
        settings,
        "<settings><!-- <localRepository>/not</localRepository> -->"
            + "<localRepository xml:space='default'> /a&amp;b </localRepository></settings>");
    assertThat(MavenFetch.localRepository(userHome())).isEqualTo(Path.of("/a&b"));
    Path secret = Files.writeString(home.resolve("secret"), "/secret");
    Files.writeString(
        settings,
        "<!DOCTYPE settings [<!ENTITY other SYSTEM '%s'>]><settings><localRepository>&other;</localRepository></settings>"
            .formatted(secret.toUri()));
    assertThat(MavenFetch.localRepository(userHome()).toString()).doesNotContain("secret");
  }

  @Test
  void brokenMavenSettingsLeaveTheDefault() throws IOException {
    Files.createDirectory(home.resolve(".m2"));
    Files.writeString(home.resolve(".m2/settings.xml"), "<settings>");
    assertThat(MavenFetch.localRepository(userHome())).isEqualTo(home.resolve(".m2/repository"));
  }

  private Properties userHome() {
    Properties system = new Properties();
    system.setProperty("user.home", home.toString());
    return system;
  }
}
