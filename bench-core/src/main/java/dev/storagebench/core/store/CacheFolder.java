package dev.storagebench.core.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * The folder that keeps what is worth keeping between runs: packed data sets, loaded stores,
 * servers, and the working copies of cells that run.
 *
 * @param root the folder; it need not exist
 */
public record CacheFolder(Path root) {

  /** The system property that names the folder. */
  public static final String PROPERTY = "storagebench.cache";

  private static final String ENVIRONMENT = "STORAGE_BENCH_CACHE";

  /**
   * The folder in force: the system property {@value #PROPERTY}, else the environment's {@code
   * STORAGE_BENCH_CACHE}, else {@code $XDG_CACHE_HOME/storage-bench}, else {@code
   * ~/.cache/storage-bench}.
   */
  public static CacheFolder current() {
    return of(System.getProperties(), System.getenv());
  }

  static CacheFolder of(Properties system, Map<String, String> environment) {
    String named = system.getProperty(PROPERTY, environment.getOrDefault(ENVIRONMENT, ""));
    if (!named.isBlank()) {
      return new CacheFolder(Path.of(named).toAbsolutePath());
    }
    Path shared = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
    // The XDG Base Directory Specification asks to ignore a relative path.
    Path caches = shared.isAbsolute() ? shared : Path.of(system.getProperty("user.home"), ".cache");
    return new CacheFolder(caches.resolve("storage-bench"));
  }

  /**
   * Makes the folder if need be, and tries to write to it.
   *
   * @return the bytes that are free
   * @throws IllegalArgumentException if it cannot be written
   */
  public long probeWritable() {
    return DiskSpace.probeWritable(
        root, "name another folder with --cache-folder or " + ENVIRONMENT);
  }

  /** Packed record files. */
  public Path data() {
    return root.resolve("data");
  }

  /** Loaded stores, one folder each. */
  public Path stores() {
    return root.resolve("stores");
  }

  /** SQL servers. */
  public Path servers() {
    return root.resolve("servers");
  }

  /** Which jars other versions of the engines consist of. */
  public Path versions() {
    return root.resolve("versions");
  }

  /** Working copies and empty stores of cells that run. */
  public Path work() {
    return root.resolve("work");
  }
}
