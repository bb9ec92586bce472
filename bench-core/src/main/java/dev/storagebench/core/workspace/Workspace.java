package dev.storagebench.core.workspace;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.Disk;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Use of a cache folder by runs: begins them, gives them folders, and removes what nobody owns any
 * more, or everything.
 *
 * @param cache the folder, which need not exist
 */
public record Workspace(CacheFolder cache) {
  /** The engine's files in the folder of a loaded store. */
  public static final String STORE_FILES = "files";

  /** The file in the folder of a loaded store that is there once it is complete. */
  public static final String STORE_INFO = "store.json";

  /** The system property with the lock file that the host of a fork holds. */
  private static final String HELD_PROPERTY = "storagebench.held";

  private static final String UNIQUE = "-" + "[0-9a-f]".repeat(16);

  /**
   * Contents of one kind, all of which a run can make again.
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

  /** Begins a run: ends and removes what killed ones have left on this machine. */
  public void begin() throws IOException {
    Orphans.end();
    MemoryLimiter.sweepAll();
    sweepAndHoldLock();
  }

  /**
   * Removes what killed runs have left in the cache folder, and holds a lock as long as this
   * process lives, by which forks {@link #requireLocks find out} whether locks mean anything here.
   */
  @SuppressWarnings("try") // the lock is held, not called
  public void sweepAndHoldLock() throws IOException {
    Files.createDirectories(cache.work(), CacheFolder.PRIVATE);
    try (ProcessLock gate = gate()) {
      sweep(null);
      Path lockFile = OwnedFolder.lockOf(unique("run"));
      ProcessLock.create(lockFile);
      lockFile.toFile().deleteOnExit();
      System.setProperty(HELD_PROPERTY, lockFile.toString());
      sweepLoads();
      new DatasetCache(cache.data()).sweep();
    }
  }

  /** The right to begin a run, or to remove what runs have left. */
  private ProcessLock gate() throws IOException {
    return ProcessLock.take(cache.root().resolve("lock"));
  }

  /**
   * In a fork: tries the lock that the host holds.
   *
   * @throws IOException if this process could take it: the file system does not share locks
   */
  public static void requireLocks() throws IOException {
    String held = System.getProperty(HELD_PROPERTY);
    Optional<ProcessLock> taken =
        held == null ? Optional.empty() : ProcessLock.ofDead(Path.of(held));
    if (taken.isPresent()) {
      taken.get().close();
      throw new IOException(
          "file locks in %s do not hold between processes (%s), two runs would destroy each other's stores: use a folder on a local disk, --cache-folder FOLDER"
              .formatted(
                  Path.of(held).getParent(),
                  Disk.of(Path.of(held)).map(FileStore::type).orElse("unknown")));
    }
  }

  /** An empty folder for a cell's own store, which is deleted when the folder is closed. */
  public OwnedFolder newFolder(StorageEngine engine) throws IOException {
    requireLocks();
    Files.createDirectories(cache.work(), CacheFolder.PRIVATE);
    sweep(engine);
    return OwnedFolder.create(unique(engine.name()), engine::delete);
  }

  private Path unique(String name) {
    String digits = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return cache.work().resolve(name + "-" + digits);
  }

  /**
   * Removes the folders of dead processes.
   *
   * @param configured may know a server that the others of its name do not; null for none
   */
  void sweep(@Nullable StorageEngine configured) throws IOException {
    for (Path folder : OwnedFolder.in(cache.work(), "*" + UNIQUE)) {
      String name = folder.getFileName().toString().replaceFirst(UNIQUE + "$", "");
      Optional<StorageEngine> engine =
          Stream.concat(Stream.ofNullable(configured), Engines.find(name).stream())
              .filter(each -> each.name().equals(name))
              .findFirst();
      try {
        // That of a plugin that is not loaded has nothing but files.
        OwnedFolder.removeIfDead(
            folder, engine.isPresent() ? engine.get()::delete : StoreFolder::delete);
      } catch (EngineException unreachable) {
        // A table on a server that this run does not name: one that does removes it.
      }
    }
  }

  /**
   * Removes the loads of dead processes, but for tables, which a run that can reach them removes.
   */
  private void sweepLoads() throws IOException {
    for (Path home : OwnedFolder.in(cache.stores(), "*")) {
      if (!Files.exists(home.resolve(STORE_INFO))
          && engines(home).anyMatch(engine -> !engine.capabilities().isServer())
          && Files.exists(home)) {
        OwnedFolder.ifDead(home, StoreFolder::delete);
      }
    }
  }

  /** The engines whose name begins that of a loaded store. */
  private static Stream<StorageEngine> engines(Path home) {
    String id = home.getFileName().toString();
    return Engines.all().stream().filter(engine -> id.startsWith(engine.name() + "-"));
  }

  /** All kinds of contents; packed data sets only if they are not in a folder machines share. */
  public List<Part> parts() throws IOException {
    List<Part> parts = new ArrayList<>();
    if (cache.data().startsWith(cache.root())) {
      parts.add(part("packed data sets", cache.data(), "*.records*"));
    }
    parts.add(part("loaded stores", cache.stores(), "{*-????????????????,*.note}"));
    parts.add(part("downloaded servers", cache.servers(), "*-[0-9]*-*"));
    parts.add(part("lists of engine versions", cache.versions(), "*_*_*.txt"));
    parts.add(part("class archives", cache.classes(), "*.jsa"));
    return parts;
  }

  /** The bytes of all kinds. */
  public long bytes() throws IOException {
    return parts().stream().mapToLong(Part::bytes).sum();
  }

  private static Part part(String what, Path folder, String names) throws IOException {
    return new Part(
        what,
        CacheFolder.entries(folder, names).stream()
            // An empty lock file stays: somebody may be about to take it.
            .filter(each -> !each.toString().endsWith(".lock"))
            .toList());
  }

  /**
   * Removes all contents. Runs that begin meanwhile wait.
   *
   * @return the stores that are left: their tables are on a server that cannot be reached
   * @throws IllegalArgumentException if a run uses the folder, or it is no cache of this program
   */
  @SuppressWarnings("try") // the lock is held, not called
  public List<Path> clear() throws IOException {
    List<Path> left = new ArrayList<>();
    if (!Files.isDirectory(cache.root())) {
      return left;
    }
    if (!cache.isClaimed()) {
      throw new IllegalArgumentException(
          "%s has no CACHEDIR.TAG of this program, so that nothing in it is removed"
              .formatted(cache.root()));
    }
    try (ProcessLock gate = gate()) {
      sweep(null);
      if (isUsed()) {
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

  /** Whether a process that is alive, or another user's, has a folder or begins a run here. */
  private boolean isUsed() throws IOException {
    for (Path folder : OwnedFolder.in(cache.work(), "*")) {
      if (!OwnedFolder.ifDead(folder, dead -> {})) {
        return true;
      }
    }
    return false;
  }

  /** An engine may have a store's data elsewhere, for example in a table on a server. */
  private void remove(Path path) throws IOException {
    if (path.startsWith(cache.stores())) {
      for (StorageEngine engine : engines(path).toList()) {
        engine.delete(path.resolve(STORE_FILES));
      }
    }
    StoreFolder.delete(path);
  }
}
