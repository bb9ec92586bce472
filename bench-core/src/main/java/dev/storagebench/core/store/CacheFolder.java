package dev.storagebench.core.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

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
    String named = first(System.getProperty(PROPERTY), System.getenv(ENVIRONMENT));
    if (named != null) {
      return new CacheFolder(Path.of(named).toAbsolutePath());
    }
    String caches = first(System.getenv("XDG_CACHE_HOME"), null);
    Path parent =
        caches != null ? Path.of(caches) : Path.of(System.getProperty("user.home"), ".cache");
    return new CacheFolder(parent.resolve("storage-bench").toAbsolutePath());
  }

  private static @Nullable String first(@Nullable String one, @Nullable String other) {
    return one != null && !one.isBlank() ? one : other != null && !other.isBlank() ? other : null;
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

  /** Working copies and empty stores of cells that run. */
  public Path work() {
    return root.resolve("work");
  }
}
