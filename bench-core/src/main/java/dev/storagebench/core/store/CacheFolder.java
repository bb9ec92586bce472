package dev.storagebench.core.store;

import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * The folder with what runs share: packed data sets, loaded stores, servers, and the working copies
 * of running cells.
 *
 * @param root the folder; it need not exist
 */
public record CacheFolder(Path root) {

  /** The system property that names the folder. */
  public static final String PROPERTY = "storagebench.cache";

  private static final String ENVIRONMENT = "STORAGE_BENCH_CACHE";
  private static final String DATA_PROPERTY = "storagebench.data";
  private static final String DATA_ENVIRONMENT = "STORAGE_BENCH_DATA";

  /**
   * The current folder: the system property {@value #PROPERTY}, else the environment's {@code
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
   * Creates the folder if need be and checks that it is writable.
   *
   * @return its free bytes
   * @throws IllegalArgumentException if it cannot be written, or an engine cannot be told its path
   */
  public long probeWritable() {
    String remedy = "name another folder with --cache-folder or " + ENVIRONMENT;
    if (root.toString().chars().anyMatch(c -> c == ';' || Character.isISOControl(c))) {
      throw new IllegalArgumentException(
          "the path of the cache folder has a semicolon or a control character, where H2's and MySQL's settings end: %s; %s"
              .formatted(root.toString().replaceAll("\\p{Cntrl}", "\\\\x"), remedy));
    }
    return DiskSpace.probeWritable(root, remedy);
  }

  /**
   * Begins a run: removes what killed ones have left, and lets its forks check that file locks mean
   * something here.
   */
  @SuppressWarnings("try") // the lock is held, not called
  public void begin() throws IOException {
    Files.createDirectories(root);
    try (ProcessLock gate = gate()) {
      WorkFolder.begin(this);
      new StoreCache(this).sweep();
      new DatasetCache(data()).sweep();
    }
  }

  /** The right to begin a run, or to remove what runs have left. */
  ProcessLock gate() throws IOException {
    return ProcessLock.take(root.resolve("lock"));
  }

  /**
   * Packed record files: a folder in this one, or that of the environment's {@code
   * STORAGE_BENCH_DATA}, which machines may share.
   */
  public Path data() {
    String shared =
        System.getProperty(DATA_PROPERTY, System.getenv().getOrDefault(DATA_ENVIRONMENT, ""));
    return shared.isBlank() ? root.resolve("data") : Path.of(shared).toAbsolutePath();
  }

  /** Loaded stores, one folder each. */
  public Path stores() {
    return root.resolve("stores");
  }

  /** SQL servers. */
  public Path servers() {
    return root.resolve("servers");
  }

  /** The class paths of other versions of the engines. */
  public Path versions() {
    return root.resolve("versions");
  }

  /** Archives of the classes that forks load. */
  public Path classes() {
    return root.resolve("classes");
  }

  /** Working copies and empty stores of cells that run. */
  public Path work() {
    return root.resolve("work");
  }
}
