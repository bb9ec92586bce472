package dev.storagebench.sql.server;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** The folder of files that are fetched once and kept between runs. */
final class CacheFolder {
  static final String PROPERTY = "storagebench.cache";
  static final String VARIABLE = "STORAGE_BENCH_CACHE";

  private CacheFolder() {}

  /**
   * The first that is set of: system property {@value #PROPERTY}, environment variable {@value
   * #VARIABLE}, {@code $XDG_CACHE_HOME/storage-bench} (XDG Base Directory Specification), {@code
   * ~/.cache/storage-bench}.
   */
  static Path resolve(Properties system, Map<String, String> environment) {
    String chosen = system.getProperty(PROPERTY, environment.getOrDefault(VARIABLE, ""));
    if (!chosen.isEmpty()) {
      return Path.of(chosen).toAbsolutePath();
    }
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    // The specification asks to ignore a relative path.
    Path caches =
        !shared.isEmpty() && Path.of(shared).isAbsolute()
            ? Path.of(shared)
            : Path.of(system.getProperty("user.home"), ".cache");
    return caches.resolve("storage-bench");
  }
}
