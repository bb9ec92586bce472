package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.maven.MavenFetch;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.sql.mysql.MysqlEngine;
import dev.storagebench.sql.server.ServerRelease.Archive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerDistributionTest {
  private static final Optional<Archive> ARCHIVE =
      ServerRelease.MYSQL.archive(System.getProperty("os.name"), System.getProperty("os.arch"));

  @TempDir Path folder;

  @Test
  void isUnsupportedAndFetchesNothingWhileAbsent() {
    assumeTrue(ARCHIVE.isPresent(), "there is no build for this platform");
    ServerDistribution distribution = distribution("no-such-maven");
    assertThat(distribution.state()).isEqualTo(ServerDistribution.State.ABSENT);
    assertThat(distribution.availability())
        .isEqualTo(
            new Availability.Unsupported(
                "MySQL has not been downloaded", "--with mysql downloads it (553 MB)"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void saysSoWhereThereIsNoBuild() {
    ServerDistribution distribution =
        new ServerDistribution(
            ServerRelease.MYSQL, folder, Optional.empty(), new MavenFetch("mvn", folder));
    assertThat(distribution.state()).isEqualTo(ServerDistribution.State.UNPUBLISHED);
    assertThat(((Availability.Unsupported) distribution.availability()).remedy())
        .contains("--jdbc-url");
  }

  @Test
  void aBrokenArchiveLeavesNothingUnpacked() throws IOException {
    assumeTrue(ARCHIVE.isPresent(), "there is no build for this platform");
    Path archive = archive(folder.resolve("repository"));
    Files.createDirectories(archive.getParent());
    Files.writeString(archive, "this is no zip");
    ServerDistribution distribution = distribution("no-such-maven");
    assertThatThrownBy(() -> distribution.provide(FetchListener.NONE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(folder.toString());
    assertThat(distribution.state()).isEqualTo(ServerDistribution.State.ARCHIVED);
    assertThat(distribution.availability()).isInstanceOf(Availability.Unsupported.class);
  }

  @Test
  void unpacksTheRealArchiveOnceForSeveralThreads() throws Exception {
    assumeTrue(ARCHIVE.isPresent(), "there is no build for this platform");
    Path real = archive(MavenFetch.ofUser().localRepository());
    assumeTrue(Files.exists(real), () -> real + " has not been fetched");
    Path archive = archive(folder.resolve("repository"));
    Files.createDirectories(archive.getParent());
    Files.createSymbolicLink(archive, real);
    // What a process left that died while it unpacked:
    Path home = folder.resolve("servers/mysql-8.0.33-" + ARCHIVE.orElseThrow().platform());
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("bin/mysqld"), "half a file");

    ServerDistribution distribution = distribution("no-such-maven");
    Set<Object> seen = new ConcurrentSkipListSet<>((a, b) -> a.toString().compareTo(b.toString()));
    Runnable provide =
        () -> {
          try {
            Path base = distribution.provide(FetchListener.NONE).base();
            seen.add(Files.getLastModifiedTime(base.resolve(".complete")));
          } catch (Exception e) {
            seen.add(e);
          }
        };
    Thread other = new Thread(provide);
    other.start();
    provide.run();
    other.join();
    assertThat(seen).hasSize(1).noneMatch(Exception.class::isInstance);
    assertThat(distribution.state()).isEqualTo(ServerDistribution.State.UNPACKED);
    assertThat(home.resolve("bin/mysqld")).isExecutable();
    assertThat(home.resolve("bin/mysqldump")).doesNotExist();
  }

  @Test
  void anArchiveIsListedWithoutBeingUnpacked() throws IOException {
    assumeTrue(ARCHIVE.isPresent(), "there is no build for this platform");
    Path archive = archive(folder.resolve("repository"));
    Files.createDirectories(archive.getParent());
    Files.createFile(archive);
    assertThat(distribution("no-such-maven").installed())
        .isEqualTo(new Availability.Available("8.0.33", archive + " (unpacked on first use)"));
    assertThat(folder.resolve("servers")).doesNotExist();
  }

  @Test
  void aServerThatCannotRunTakesNoPartUnlessItIsNamed() throws IOException {
    assumeTrue(ARCHIVE.isPresent(), "there is no build for this platform");
    Path archive = archive(folder.resolve("repository"));
    Files.createDirectories(archive.getParent());
    Files.writeString(archive, "this is no zip");
    Map<String, String> properties =
        Map.of(
            "maven.repo.local",
            folder.resolve("repository").toString(),
            CacheFolder.PROPERTY,
            folder.resolve("cache").toString());
    Map<String, @Nullable String> before = new HashMap<>();
    properties.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
    try {
      assertThat(new MysqlEngine().exclusionReason())
          .hasValueSatisfying(reason -> assertThat(reason).contains(archive.toString()));
    } finally {
      before.forEach(
          (name, value) -> {
            if (value == null) {
              System.clearProperty(name);
            } else {
              System.setProperty(name, value);
            }
          });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64",
    "Linux, aarch64, linux-aarch64",
    "Mac OS X, x86_64, mac-x86_64",
    "Mac OS X, aarch64,",
    "Windows 11, amd64,",
    "Linux, riscv64,"
  })
  void artifactFitsThePlatform(String os, String processor, @Nullable String classifier) {
    assertThat(ServerRelease.MYSQL.archive(os, processor).map(each -> each.artifact().classifier()))
        .isEqualTo(Optional.ofNullable(classifier));
  }

  @Test
  void otherVersionsThanThePublishedOneAreRejected() {
    ServerRelease.MYSQL.requireVersion("8.0.33.1");
    assertThatThrownBy(() -> ServerRelease.MYSQL.requireVersion("8.4.0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only 8.0.33.1")
        .hasMessageContaining("--server-dir");
  }

  @Test
  void extractsOnlyWantedFilesAndMakesProgramsExecutable() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    ServerDistribution.extract(
        zip("bin/mysqld", "share/errmsg.sys", "bin/other"),
        Pattern.compile("bin/mysqld|share/.*"),
        target);
    assertThat(target.resolve("bin/mysqld")).hasContent("bin/mysqld").isExecutable();
    assertThat(target.resolve("share/errmsg.sys")).hasContent("share/errmsg.sys");
    assertThat(Files.isExecutable(target.resolve("share/errmsg.sys"))).isFalse();
    assertThat(target.resolve("bin/other")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "bin/../../outside", "/outside-storage-bench"})
  void extractsNothingOutsideTheFolder(String name) throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path archive = zip(name);
    assertThatThrownBy(() -> ServerDistribution.extract(archive, Pattern.compile(".*"), target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("leads out of its folder")
        .hasMessageContaining(name);
    assertThat(folder.resolve("outside")).doesNotExist();
    assertThat(Path.of("/outside-storage-bench")).doesNotExist();
  }

  @Test
  void aLinkThatLeadsOutOfTheFolderIsRefused() throws IOException {
    Path archive = folder.resolve("links.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("server.txz"));
      try (TarArchiveOutputStream tar =
          new TarArchiveOutputStream(new XZCompressorOutputStream(zip))) {
        TarArchiveEntry link = new TarArchiveEntry("lib/libpq.so", TarConstants.LF_SYMLINK);
        link.setLinkName("../../outside");
        tar.putArchiveEntry(link);
        tar.closeArchiveEntry();
      }
    }
    assertThatThrownBy(
            () ->
                ServerDistribution.extract(
                    archive, Pattern.compile(".*"), folder.resolve("target")))
        .hasMessageContaining("leads out of its folder: 'lib/libpq.so'");
  }

  private Path zip(String... names) throws IOException {
    Path archive = folder.resolve("some.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
    return archive;
  }

  private static Path archive(Path repository) {
    return ARCHIVE.orElseThrow().artifact().fileIn(repository);
  }

  private ServerDistribution distribution(String maven) {
    return new ServerDistribution(
        ServerRelease.MYSQL,
        folder.resolve("servers"),
        ARCHIVE,
        new MavenFetch(maven, folder.resolve("repository")));
  }
}
