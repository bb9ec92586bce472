package dev.storagebench.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.doctor.Finding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskCheckTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs", "btrfs", "apfs", "overlay"})
  void localFileSystemsAreFine(String type) {
    assertThat(DiskCheck.fileSystem(type).level()).isEqualTo(Level.OK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tmpfs", "nfs4", "9p", "zfs"})
  void memoryNetworksAndForeignCachesAreWarnings(String type) {
    assertThat(DiskCheck.fileSystem(type).level()).isEqualTo(Level.WARN);
    assertThat(DiskCheck.fileSystem(type).remedy()).contains("--cache-folder");
  }

  @Test
  void littleFreeSpaceIsAWarning() {
    assertThat(DiskCheck.freeSpace(2L << 30).level()).isEqualTo(Level.OK);
    assertThat(DiskCheck.freeSpace((2L << 30) - 1).level()).isEqualTo(Level.WARN);
  }

  @Test
  void aFolderIsMadeAndLeftEmpty() {
    Path cache = folder.resolve("new/cache");
    List<Finding> findings = DiskCheck.findings(Machine.here(), cache);
    assertThat(findings)
        .extracting(Finding::subject)
        .containsExactly("cache folder", "file system", "free space", "direct I/O", "page cache");
    assertThat(findings.get(0).level()).isEqualTo(Level.OK);
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void filesInMemoryAreNotTriedToBeDropped() {
    Machine machine =
        new Fixture(folder)
            .with("proc/self/mountinfo", "27 1 0:30 / / rw,relatime - tmpfs tmpfs rw")
            .machine();
    assertThat(DiskCheck.findings(machine, folder.resolve("cache")).get(4).level())
        .isEqualTo(Level.MISSING);
  }

  @Test
  void aFolderThatCannotBeWrittenIsMissing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(DiskCheck.findings(Machine.here(), file.resolve("cache")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Level.MISSING);
              assertThat(finding.message()).contains(file.toString());
            });
  }
}
