package dev.storagebench.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.memory.ControlGroup.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
      assertThat(new ControlGroup(Version.V2, folder).effectiveLimit()).contains(1L << 30);
    }
    assertThat(new ControlGroup(Version.V2, root).effectiveLimit()).isEmpty();
  }

  @Test
  void theEffectiveLimitOfVersion1StandsInItsStatistics() throws IOException {
    Files.writeString(
        root.resolve("memory.stat"), "cache 4096\nhierarchical_memory_limit 268435456\n");
    assertThat(new ControlGroup(Version.V1, root).effectiveLimit()).contains(256L << 20);
  }
}
