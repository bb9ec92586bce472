package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.maven.MavenFetch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MysqlDistributionTest {
  private static final Optional<MysqlBuild> BUILD =
      MysqlBuild.of(System.getProperty("os.name"), System.getProperty("os.arch"));

  @TempDir Path folder;

  @Test
  void isUnsupportedAndFetchesNothingWhileAbsent() {
    assumeTrue(BUILD.isPresent(), "there is no build for this platform");
    MysqlDistribution distribution = distribution("no-such-maven");
    assertThat(distribution.whereabouts()).isEqualTo(MysqlDistribution.Whereabouts.ABSENT);
    assertThat(distribution.availability())
        .isEqualTo(
            new Availability.Unsupported(
                "MySQL is not fetched yet", "--with mysql fetches it (553 MB)"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void saysSoWhereThereIsNoBuild() {
    MysqlDistribution distribution =
        new MysqlDistribution(folder, Optional.empty(), new MavenFetch("mvn", folder));
    assertThat(distribution.whereabouts()).isEqualTo(MysqlDistribution.Whereabouts.UNPUBLISHED);
    assertThat(((Availability.Unsupported) distribution.availability()).remedy())
        .contains("-Dstoragebench.jdbc.url");
  }

  @Test
  void aBrokenArchiveLeavesNothingUnpacked() throws IOException {
    assumeTrue(BUILD.isPresent(), "there is no build for this platform");
    Path archive = BUILD.orElseThrow().artifact().fileIn(folder.resolve("repository"));
    Files.createDirectories(archive.getParent());
    Files.writeString(archive, "this is no zip");
    MysqlDistribution distribution = distribution("no-such-maven");
    assertThatThrownBy(() -> distribution.provide(FetchListener.NONE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(folder.toString());
    assertThat(distribution.whereabouts()).isEqualTo(MysqlDistribution.Whereabouts.ARCHIVED);
    assertThat(distribution.availability()).isInstanceOf(Availability.Unsupported.class);
  }

  @Test
  void unpacksTheRealArchiveOnceForSeveralThreads() throws Exception {
    assumeTrue(BUILD.isPresent(), "there is no build for this platform");
    Path real = BUILD.orElseThrow().artifact().fileIn(MavenFetch.ofUser().localRepository());
    assumeTrue(Files.exists(real), () -> real + " has not been fetched");
    Path archive = BUILD.orElseThrow().artifact().fileIn(folder.resolve("repository"));
    Files.createDirectories(archive.getParent());
    Files.createSymbolicLink(archive, real);
    // What a process left that died while it unpacked:
    Path home = folder.resolve("servers").resolve(BUILD.orElseThrow().folderName());
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("bin/mysqld"), "half a file");

    MysqlDistribution distribution = distribution("no-such-maven");
    Set<Object> seen = new ConcurrentSkipListSet<>((a, b) -> a.toString().compareTo(b.toString()));
    Runnable provide =
        () -> {
          try {
            Path base = distribution.provide(FetchListener.NONE);
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
    assertThat(distribution.whereabouts()).isEqualTo(MysqlDistribution.Whereabouts.UNPACKED);
    assertThat(home.resolve("bin/mysqld")).isExecutable();
    assertThat(home.resolve("bin/mysqldump")).doesNotExist();
  }

  private MysqlDistribution distribution(String maven) {
    return new MysqlDistribution(
        folder.resolve("servers"), BUILD, new MavenFetch(maven, folder.resolve("repository")));
  }
}
