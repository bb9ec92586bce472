package dev.storagebench.core.store;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.datasets.packed.Disk;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder for one cell's own store. Its creator holds a lock beside it as long as it uses the
 * folder, so that the next process removes what a killed one left, whatever PID namespace (another
 * container) either is in.
 */
public final class WorkFolder implements AutoCloseable {
  /** The system property with the lock file that the host of a fork holds. */
  private static final String HELD_PROPERTY = "storagebench.held";

  private static final String SUFFIX = ".lock";
  private static final Pattern LOCK = Pattern.compile("(.+)-[0-9a-f]{16}\\.lock");

  private final StorageEngine engine;
  private final Path path;
  private final Path lockFile;
  private final ProcessLock lock;

  private WorkFolder(StorageEngine engine, Path path, Path lockFile, ProcessLock lock) {
    this.engine = engine;
    this.path = path;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Begins a run: removes the folders of dead processes, and holds a lock as long as this process
   * lives, by which forks {@link #requireLocks find out} whether locks mean anything here.
   */
  public static void begin(CacheFolder cache) throws IOException {
    Files.createDirectories(cache.work());
    sweep(cache);
    Path lockFile = newLockFile(cache, "run");
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
    sweep(cache);
    Path lockFile = newLockFile(cache, engine.name());
    ProcessLock lock = ProcessLock.create(lockFile);
    Path path = Files.createDirectory(folderOf(lockFile));
    return new WorkFolder(engine, path, lockFile, lock);
  }

  private static Path newLockFile(CacheFolder cache, String name) {
    String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return cache.work().resolve(name + "-" + unique + SUFFIX);
  }

  private static Path folderOf(Path lockFile) {
    String name = lockFile.getFileName().toString();
    return lockFile.resolveSibling(name.substring(0, name.length() - SUFFIX.length()));
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  /** Deletes the store in it, which is closed. */
  @Override
  @SuppressWarnings("try") // the lock is held, not called
  public void close() throws IOException {
    try (lock) {
      engine.delete(path);
      Files.delete(lockFile);
    }
  }

  /** Removes the folders of dead processes. */
  @SuppressWarnings("try") // the lock is held, not called
  public static void sweep(CacheFolder cache) throws IOException {
    if (!Files.isDirectory(cache.work())) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(cache.work(), "*.lock")) {
      for (Path file : files) {
        Matcher name = LOCK.matcher(file.getFileName().toString());
        if (name.matches()) {
          Optional<ProcessLock> dead = ProcessLock.ofDead(file);
          if (dead.isPresent()) {
            try (ProcessLock held = dead.get()) {
              delete(name.group(1), folderOf(file));
              Files.delete(file);
            } catch (EngineException unreachable) {
              // A table on a server that this run does not name: one that does removes it.
            }
          }
        }
      }
    } catch (NoSuchFileException otherProcess) {
      // It sweeps at the same time, and removes the rest.
      return;
    }
  }

  /** Whether a process that is alive, or another user's, has a folder or begins a run here. */
  static boolean isUsed(CacheFolder cache) throws IOException {
    if (Files.isDirectory(cache.work())) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(cache.work(), "*" + SUFFIX)) {
        for (Path file : files) {
          Optional<ProcessLock> dead = ProcessLock.ofDead(file);
          if (dead.isEmpty()) {
            return true;
          }
          dead.get().close();
        }
      }
    }
    return false;
  }

  /** The engine may have data elsewhere, for example a table on a server. */
  private static void delete(String engineName, Path folder) throws IOException {
    Optional<StorageEngine> engine = Engines.find(engineName);
    if (engine.isPresent()) {
      engine.get().delete(folder);
    } else {
      // It belongs to a plugin that is not loaded.
      StoreFolder.delete(folder);
    }
  }
}
