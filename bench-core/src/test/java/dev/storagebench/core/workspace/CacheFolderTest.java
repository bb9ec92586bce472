package dev.storagebench.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
  @TempDir private Path home;

  @Test
  void theFolderIsTheFirstThatIsNamed() {
    Properties system = new Properties();
    system.setProperty("user.home", home.toString());
    Path usual = home.resolve(".cache/storage-bench");
    assertThat(CacheFolder.of(system, Map.of()).root()).isEqualTo(usual);
    assertThat(CacheFolder.of(system, Map.of("XDG_CACHE_HOME", "/xdg")).root())
        .isEqualTo(Path.of("/xdg/storage-bench"));
    assertThat(CacheFolder.of(system, Map.of("XDG_CACHE_HOME", "relative")).root())
        .isEqualTo(usual);
    Map<String, String> all = Map.of("STORAGE_BENCH_CACHE", "/env", "XDG_CACHE_HOME", "/xdg");
    assertThat(CacheFolder.of(system, all).root()).isEqualTo(Path.of("/env"));
    system.setProperty("storagebench.cache", "/property");
    assertThat(CacheFolder.of(system, all).root()).isEqualTo(Path.of("/property"));
  }

  @Test
  void aFolderThatOthersCanWriteToIsRefused() throws IOException {
    Path scratch = folder("scratch", 0777);
    CacheFolder cache = new CacheFolder(scratch.resolve("mine/cache"));
    assertThat(cache.exposure()).hasValueSatisfying(each -> assertThat(each).endsWith("mode 777"));
    assertThatThrownBy(cache::probeWritable)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(scratch + " belongs to user ")
        .hasMessageContaining("--cache-folder");
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void aFolderOfOnesOwnBelowAStickyOneIsMadeForItsUserOnly() throws IOException {
    CacheFolder cache = new CacheFolder(folder("scratch", 01777).resolve("cache"));
    assertThat(new CacheFolder(home.resolve("scratch")).exposure()).isPresent();
    assertThat(cache.exposure()).isEmpty();
    assertThat(cache.probeWritable()).isPositive();
    assertThat(Files.getPosixFilePermissions(cache.root()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(cache.exposure()).isEmpty();
  }

  @Test
  void anEmptyFolderOrOneWithPartsOfACacheIsClosedToOthers() throws IOException {
    Path partial = folder("partial", 0755);
    Files.createFile(partial.resolve("lock"));
    Files.createDirectory(partial.resolve("work"));
    for (Path root : List.of(folder("empty", 0755), partial)) {
      CacheFolder cache = new CacheFolder(root);
      cache.probeWritable();
      assertThat(cache.isClaimed()).isTrue();
      assertThat(Files.getPosixFilePermissions(root))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aFolderOfSomebodyElseIsRefusedWhereverItIs() throws IOException {
    Path theirs = folder("theirs", 0755);
    try {
      Files.setAttribute(theirs, "unix:uid", 12345);
    } catch (FileSystemException notRoot) {
      assumeTrue(false, "only root can give a folder away");
    }
    Path link = Files.createSymbolicLink(folder("sticky", 01777).resolve("link"), theirs);
    for (Path root : List.of(theirs, theirs.resolve("cache"), link, link.resolve("cache"))) {
      assertThat(new CacheFolder(root).exposure())
          .hasValueSatisfying(each -> assertThat(each).contains("belongs to user 12345"));
    }
  }

  @Test
  void linksThatLeadNowhereEndTheSearch() throws IOException {
    Path loop = Files.createSymbolicLink(home.resolve("loop"), Path.of("loop"));
    assertThat(new CacheFolder(loop).exposure())
        .hasValueSatisfying(each -> assertThat(each).contains("cannot find out"));
  }

  private Path folder(String name, int mode) throws IOException {
    Path folder = Files.createDirectory(home.resolve(name));
    assumeTrue(
        folder.getFileSystem().supportedFileAttributeViews().contains("unix"), "no Unix modes");
    Files.setAttribute(folder, "unix:mode", mode);
    return folder;
  }
}
