package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.function.IOConsumer;

/**
 * A folder (or a file) whose owner holds the lock file beside it, {@code NAME.lock}, as long as it
 * uses it. The next process removes what a killed one left, whatever PID namespace (another
 * container) either is in.
 */
public record OwnedFolder(Path path, ProcessLock lock) {
  /** Suffix of a lock file's name. */
  public static final String LOCK = ".lock";

  /** Creates an empty folder. Its lock comes first, so that no death leaves it without one. */
  public static OwnedFolder create(Path folder, FileAttribute<?>... attributes) throws IOException {
    OwnedFolder owned = new OwnedFolder(folder, ProcessLock.create(lockOf(folder)));
    try {
      Files.createDirectory(folder, attributes);
      return owned;
    } catch (IOException e) {
      owned.remove(none -> {});
      throw e;
    }
  }

  /** The lock file of a folder. */
  public static Path lockOf(Path folder) {
    return folder.resolveSibling(folder.getFileName() + LOCK);
  }

  /** Removes the folder and, last, its lock file: what is left of a folder is swept. */
  @SuppressWarnings("try") // the lock is held, not called
  public void remove(IOConsumer<Path> removal) throws IOException {
    try (lock) {
      removal.accept(path);
      Files.delete(lockOf(path));
    }
  }

  /** The folders in a place that have a lock file; none if there is no such place. */
  public static List<Path> in(Path place, String glob) throws IOException {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(place, glob + LOCK)) {
      for (Path file : locks) {
        String name = String.valueOf(file.getFileName());
        folders.add(file.resolveSibling(name.substring(0, name.length() - LOCK.length())));
      }
    } catch (NoSuchFileException noSuchPlace) {
      return folders;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return folders;
  }

  /**
   * Does something to a folder, under its lock, if its owner has ended.
   *
   * @return whether it has; false also if another process sweeps the same folder or has done so, or
   *     if it is another user's
   */
  @SuppressWarnings("try") // the lock is held, not called
  public static boolean ifDead(Path folder, IOConsumer<Path> action) throws IOException {
    Optional<ProcessLock> dead;
    try {
      dead = ProcessLock.ofDead(lockOf(folder));
    } catch (NoSuchFileException sweptMeanwhile) {
      return false;
    }
    if (dead.isPresent()) {
      try (ProcessLock held = dead.get()) {
        action.accept(folder);
      }
    }
    return dead.isPresent();
  }

  /** Removes a folder and its lock file if its owner has ended. */
  public static void removeIfDead(Path folder, IOConsumer<Path> removal) throws IOException {
    ifDead(folder, removal.andThen(each -> Files.delete(lockOf(each))));
  }
}
