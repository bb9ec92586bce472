package dev.storagebench.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
}
