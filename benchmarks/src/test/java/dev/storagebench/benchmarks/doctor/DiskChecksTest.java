package dev.storagebench.benchmarks.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.storagebench.benchmarks.doctor.CheckResult.Level;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskChecksTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs", "btrfs", "apfs", "overlay"})
  void localFileSystemsAreFine(String type) {
    assertThat(DiskChecks.fileSystem(type).level()).isEqualTo(Level.OK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tmpfs", "nfs4", "9p", "zfs"})
  void memoryNetworksAndForeignCachesAreWarnings(String type) {
    assertThat(DiskChecks.fileSystem(type).level()).isEqualTo(Level.WARN);
    assertThat(DiskChecks.fileSystem(type).remedy()).contains("--cache-folder");
  }

  @Test
  void littleFreeSpaceIsAWarning() {
    assertThat(DiskChecks.freeSpace(2L << 30).level()).isEqualTo(Level.OK);
    assertThat(DiskChecks.freeSpace((2L << 30) - 1).level()).isEqualTo(Level.WARN);
  }

  @Test
  void aFolderIsMadeAndLeftEmpty() {
    Path cache = folder.resolve("new/cache");
    List<CheckResult> findings = DiskChecks.findings(cache);
    assertThat(findings)
        .extracting(CheckResult::subject)
        .containsExactly("cache folder", "file system", "free space", "direct I/O", "page cache");
    assertThat(findings.get(0).level()).isEqualTo(Level.OK);
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void filesInMemoryAreNotTriedToBeDropped() {
    Path memory = Path.of("/dev/shm");
    assumeThat(DiskChecks.store(memory).map(FileStore::type)).contains("tmpfs");
    Path cache = memory.resolve("storage-bench-doctor-" + ProcessHandle.current().pid());
    try {
      assertThat(DiskChecks.findings(cache).get(4).level()).isEqualTo(Level.MISSING);
    } finally {
      assertThat(cache.toFile().delete()).isTrue();
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsMissing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(DiskChecks.findings(file.resolve("cache")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Level.MISSING);
              assertThat(finding.message()).contains(file.toString());
            });
  }
}
