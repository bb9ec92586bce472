package dev.storagebench.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  @TempDir private Path folder;

  @Test
  void aFolderIsMadeAndLeftEmpty() {
    Path made = folder.resolve("a/b");
    assertThat(DiskSpace.probeWritable(made, "")).isPositive();
    assertThat(made).isEmptyDirectory();
  }

  @Test
  void aPlaceThatIsNoFolderIsToldWithTheWayOut() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> DiskSpace.probeWritable(file.resolve("cache"), "name another"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(file.resolve("cache") + " cannot be written", "; name another");
  }
}
