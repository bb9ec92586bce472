package dev.storagebench.core.store;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a cache folder holds, all of which a run can make again.
 *
 * @param cache the folder, which need not exist
 */
public record CacheContents(CacheFolder cache) {

  /**
   * Contents of one kind.
   *
   * @param what it is, for people
   * @param paths files and folders, by the names that this program gives them
   */
  public record Part(String what, List<Path> paths) {

    /** Allocated on the disk. */
    public long bytes() {
      return paths.stream().mapToLong(StoreFolder::allocatedBytes).sum();
    }
  }

  /** All kinds; packed data sets only if they are not in a folder that machines share. */
  public List<Part> parts() throws IOException {
    List<Part> parts = new ArrayList<>();
    if (cache.data().startsWith(cache.root())) {
      parts.add(part("packed data sets", cache.data(), "*.records*"));
    }
    parts.add(part("loaded stores", cache.stores(), "{*-????????????????,*.note}"));
    parts.add(part("downloaded servers", cache.servers(), "*-*"));
    parts.add(part("lists of engine versions", cache.versions(), "*.txt"));
    parts.add(part("class archives", cache.classes(), "*.jsa"));
    return parts;
  }

  /** The bytes of all kinds. */
  public long bytes() throws IOException {
    return parts().stream().mapToLong(Part::bytes).sum();
  }

  private static Part part(String what, Path folder, String names) throws IOException {
    List<Path> paths = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, names)) {
        for (Path each : found) {
          // An empty lock file stays: somebody may be about to take it.
          if (!each.toString().endsWith(".lock")) {
            paths.add(each);
          }
        }
      }
    }
    return new Part(what, paths);
  }

  /**
   * Removes all of it. Runs that begin meanwhile wait.
   *
   * @return the stores that are left: their tables are on a server that cannot be reached
   * @throws IllegalArgumentException if a run uses the folder
   */
  @SuppressWarnings("try") // the lock is held, not called
  public List<Path> clear() throws IOException {
    List<Path> left = new ArrayList<>();
    if (!Files.isDirectory(cache.root())) {
      return left;
    }
    try (ProcessLock gate = cache.gate()) {
      WorkFolder.sweep(cache);
      if (WorkFolder.isUsed(cache)) {
        throw new IllegalArgumentException(
            "a run uses the cache folder %s; clear it when that has ended".formatted(cache.root()));
      }
      for (Part part : parts()) {
        for (Path path : part.paths) {
          try {
            remove(path);
          } catch (EngineException unreachable) {
            left.add(path);
          }
        }
      }
    }
    return left;
  }

  /** An engine may have a store's data elsewhere, for example in a table on a server. */
  private void remove(Path path) throws IOException {
    if (path.startsWith(cache.stores())) {
      for (StorageEngine engine : Engines.all()) {
        if (path.getFileName().toString().startsWith(engine.name() + "-")) {
          engine.delete(path.resolve(StoreCache.FILES));
        }
      }
    }
    StoreFolder.delete(path);
  }
}
