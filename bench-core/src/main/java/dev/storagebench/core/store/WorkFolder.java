package dev.storagebench.core.store;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.datasets.packed.Disk;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder for one cell's own store, which its creator owns as long as it uses it ({@link
 * OwnedFolder}).
 */
public final class WorkFolder implements AutoCloseable {
  /** The system property with the lock file that the host of a fork holds. */
  private static final String HELD_PROPERTY = "storagebench.held";

  private static final Pattern NAME = Pattern.compile("(.+)-[0-9a-f]{16}");

  private final StorageEngine engine;
  private final OwnedFolder folder;

  private WorkFolder(StorageEngine engine, OwnedFolder folder) {
    this.engine = engine;
    this.folder = folder;
  }

  /**
   * Begins a run: removes the folders of dead processes, and holds a lock as long as this process
   * lives, by which forks {@link #requireLocks find out} whether locks mean anything here.
   */
  public static void begin(CacheFolder cache) throws IOException {
    Files.createDirectories(cache.work());
    sweep(cache);
    Path lockFile = OwnedFolder.lockOf(unique(cache, "run"));
    ProcessLock.create(lockFile);
    lockFile.toFile().deleteOnExit();
    System.setProperty(HELD_PROPERTY, lockFile.toString());
  }

  /**
   * In a fork: tries the lock that the host holds.
   *
   * @throws IOException if this process could take it: the file system does not share locks
   */
  static void requireLocks() throws IOException {
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

  /** Creates an empty folder and removes those of dead processes. */
  public static WorkFolder create(CacheFolder cache, StorageEngine engine) throws IOException {
    requireLocks();
    Files.createDirectories(cache.work());
    sweep(cache, engine);
    return new WorkFolder(engine, OwnedFolder.create(unique(cache, engine.name())));
  }

  private static Path unique(CacheFolder cache, String name) {
    String digits = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return cache.work().resolve(name + "-" + digits);
  }

  /** The folder. */
  public Path path() {
    return folder.path();
  }

  /** Deletes the store in it, which is closed. */
  @Override
  public void close() throws IOException {
    folder.remove(engine::delete);
  }

  /** Removes the folders of dead processes. */
  public static void sweep(CacheFolder cache) throws IOException {
    sweep(cache, null);
  }

  /** The configured engine may know a server that the others of its name do not. */
  private static void sweep(CacheFolder cache, @Nullable StorageEngine configured)
      throws IOException {
    for (Path folder : OwnedFolder.in(cache.work(), "*")) {
      Matcher name = NAME.matcher(folder.getFileName().toString());
      if (name.matches()) {
        try {
          OwnedFolder.removeIfDead(folder, each -> delete(name.group(1), configured, each));
        } catch (EngineException unreachable) {
          // A table on a server that this run does not name: one that does removes it.
        }
      }
    }
  }

  /** Whether a process that is alive, or another user's, has a folder or begins a run here. */
  static boolean isUsed(CacheFolder cache) throws IOException {
    for (Path folder : OwnedFolder.in(cache.work(), "*")) {
      if (!OwnedFolder.ifDead(folder, dead -> {})) {
        return true;
      }
    }
    return false;
  }

  /** The engine may have data elsewhere, for example a table on a server. */
  private static void delete(String engineName, @Nullable StorageEngine configured, Path folder)
      throws IOException {
    Optional<StorageEngine> engine =
        configured != null && configured.name().equals(engineName)
            ? Optional.of(configured)
            : Engines.find(engineName);
    if (engine.isPresent()) {
      engine.get().delete(folder);
    } else {
      // It belongs to a plugin that is not loaded.
      StoreFolder.delete(folder);
    }
  }
}
