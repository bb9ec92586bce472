package dev.storagebench.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.noop.NoopEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
  @TempDir private Path root;

  @Test
  void foldersOfDeadProcessesAreRemovedAndThoseOfLivingOnesKept() throws Exception {
    CacheFolder cache = new CacheFolder(root);
    Path own = WorkFolder.create(cache, new NoopEngine());
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path left = Files.createDirectories(cache.work().resolve(dead.pid() + "-123456-noop-1"));
    Files.writeString(left.resolve("file"), "left");
    // A living process of that number, but not the one that made the folder.
    Path reused =
        Files.createDirectories(
            cache.work().resolve(ProcessHandle.current().pid() + "-123456-noop-2"));
    Path other = Files.createDirectories(cache.work().resolve("somebody-elses"));
    WorkFolder.create(cache, new NoopEngine());
    assertThat(own).isEmptyDirectory();
    assertThat(left).doesNotExist();
    assertThat(reused).doesNotExist();
    assertThat(other).exists();
  }
}
