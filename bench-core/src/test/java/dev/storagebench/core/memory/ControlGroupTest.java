package dev.storagebench.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.memory.ControlGroup.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlGroupTest {
  @TempDir private Path root;

  private Path group(String path, String limit) throws IOException {
    Path folder = Files.createDirectories(root.resolve(path));
    Files.createFile(folder.resolve("cgroup.procs"));
    if (!limit.isEmpty()) {
      Files.writeString(folder.resolve("memory.max"), limit + "\n");
    }
    return folder;
  }

  @Test
  void theEffectiveLimitIsTheLeastOfAllGroupsAbove() throws IOException {
    group("", "");
    group("a", "1073741824");
    group("a/b", "4294967296");
    Path c = group("a/b/c", "max");
    Path withoutController = group("a/b/c/d", "");
    for (Path folder : new Path[] {c, withoutController}) {
      assertThat(new ControlGroup(Version.V2, folder).effectiveLimit())
          .contains(new ControlGroup.Limit(1L << 30, root.resolve("a").toString()));
    }
    assertThat(new ControlGroup(Version.V2, root).effectiveLimit()).isEmpty();
  }

  @Test
  void theEffectiveLimitOfVersion1StandsInItsStatistics() throws IOException {
    Files.writeString(
        root.resolve("memory.stat"), "cache 4096\nhierarchical_memory_limit 268435456\n");
    assertThat(new ControlGroup(Version.V1, root).effectiveLimit())
        .contains(new ControlGroup.Limit(256L << 20, root.toString()));
  }

  @Test
  void theOuterLimitIsThatOfTheGroupsAbove() throws IOException {
    group("", "");
    group("a", "1073741824");
    assertThat(new ControlGroup(Version.V2, group("a/b", "4096")).outerLimit())
        .contains(new ControlGroup.Limit(1L << 30, root.resolve("a").toString()));
  }

  @ParameterizedTest
  @CsvSource({"V1,total_rss", "V2,anon"})
  void aLimitBelowWhatCannotBeReclaimedIsExplained(Version version, String anonymous)
      throws IOException {
    Files.writeString(root.resolve("memory.stat"), anonymous + " 8388608\n");
    Files.writeString(root.resolve("memory.events"), "max 0\n");
    assertThatThrownBy(() -> new ControlGroup(version, root).limit(4L << 20))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the process already uses more than the memory limit of 4,096 KiB")
        .hasMessageContainingAll("raise --memory", "shrink the heap", "-p cache=");
  }

  @Test
  void aPeakThatCannotBeResetIsASample() throws IOException {
    Path folder = group("a", "8192");
    Files.writeString(folder.resolve("memory.current"), "4096\n");
    // There is no such file before Linux 5.19, and writing to it fails before 6.12.
    Files.createDirectory(folder.resolve("memory.peak"));
    ControlGroup group = new ControlGroup(Version.V2, folder);
    group.resetPeak();
    assertThat(group.peak()).isEqualTo(new ControlGroup.Peak(4096, true));
  }
}
