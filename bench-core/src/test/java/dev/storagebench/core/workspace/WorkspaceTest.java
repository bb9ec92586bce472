package dev.storagebench.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.noop.NoopEngine;
import dev.storagebench.datasets.packed.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
  @TempDir private Path root;
  private CacheFolder cache;
  private Path store;
  private Path lock;
  private Path foreign;

  @BeforeEach
  void fill() throws IOException {
    cache = new CacheFolder(root);
    cache.probeWritable();
    store = cache.stores().resolve("noop-none-0123456789abcdef");
    Files.createDirectories(store.resolve("files"));
    Files.write(store.resolve("files/data"), new byte[100_000]);
    lock = Files.createFile(cache.stores().resolve(store.getFileName() + ".lock"));
    Files.createDirectories(cache.data());
    Files.writeString(cache.data().resolve("reviews-x-0123456789abcdef.records"), "x");
    foreign = Files.writeString(cache.data().resolve("mine.csv"), "somebody's");
  }

  @Test
  void clearRemovesWhatRunsLeaveAndNothingElse() throws IOException {
    Workspace contents = new Workspace(cache);
    assertThat(contents.bytes()).isGreaterThanOrEqualTo(100_000);
    assertThat(contents.clear()).isEmpty();
    assertThat(store).doesNotExist();
    assertThat(contents.bytes()).isZero();
    assertThat(lock).exists();
    assertThat(foreign).exists();
  }

  @Test
  void clearIsRefusedWhileSomebodyUsesTheFolder() throws IOException {
    OwnedFolder used = new Workspace(cache).newFolder(new NoopEngine());
    assertThatThrownBy(() -> new Workspace(cache).clear())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a run uses the cache folder " + root);
    assertThat(store).exists();
    used.close();
    assertThat(new Workspace(cache).clear()).isEmpty();
    assertThat(store).doesNotExist();
  }

  @Test
  void nothingIsRemovedFromAFolderThatIsNoCache() throws IOException {
    CacheFolder other = new CacheFolder(root.resolve("other"));
    Path server = Files.createDirectories(other.servers().resolve("prod-db"));
    Path notes =
        Files.writeString(
            Files.createDirectories(other.versions()).resolve("notes.txt"), "somebody's");
    assertThatThrownBy(() -> new Workspace(other).clear())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CACHEDIR.TAG");
    Path third = Files.createFile(other.root().resolve("Makefile"));
    assertThatThrownBy(other::probeWritable)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not empty, and no cache of this program: it has 'Makefile'")
        .hasMessageContaining("--cache-folder");
    Files.delete(third);
    other.probeWritable();
    assertThat(new Workspace(other).clear()).isEmpty();
    assertThat(server).exists();
    assertThat(notes).exists();
  }

  @Test
  void aFolderThatDoesNotExistIsEmpty() throws IOException {
    Workspace none = new Workspace(new CacheFolder(root.resolve("none")));
    assertThat(none.bytes()).isZero();
    assertThat(none.clear()).isEmpty();
    assertThat(root.resolve("none")).doesNotExist();
  }
}
