package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.input.CloseOnFailure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.commons.io.function.IOConsumer;

/**
 * A folder (or a file) whose owner holds the lock file beside it, {@code NAME.lock}, as long as it
 * uses it. The next process removes what a killed one left, whatever PID namespace (another
 * container) either is in.
 *
 * @param removal removes the folder when it is closed
 */
public record OwnedFolder(Path path, ProcessLock lock, IOConsumer<Path> removal)
    implements Closeable {
  private static final String LOCK = ".lock";

  /**
   * Creates an empty folder. Its lock comes first, so that no death leaves it without one.
   *
   * @param removal removes the folder when it is closed
   */
  public static OwnedFolder create(
      Path folder, IOConsumer<Path> removal, FileAttribute<?>... attributes) throws IOException {
    ProcessLock lock = ProcessLock.create(lockOf(folder));
    return CloseOnFailure.of(
        new OwnedFolder(folder, lock, none -> {}),
        own -> {
          Files.createDirectory(folder, attributes);
          return new OwnedFolder(folder, lock, removal);
        });
  }

  /** The lock file of a folder. */
  public static Path lockOf(Path folder) {
    return folder.resolveSibling(folder.getFileName() + LOCK);
  }

  /** Removes the folder and, last, its lock file: what is left of a folder is swept. */
  @Override
  @SuppressWarnings("try") // the lock is held, not called
  public void close() throws IOException {
    try (lock) {
      removal.accept(path);
      Files.delete(lockOf(path));
    }
  }

  /** The folders in a place that have a lock file; none if there is no such place. */
  public static List<Path> in(Path place, String glob) throws IOException {
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(place, glob + LOCK)) {
      return StreamSupport.stream(locks.spliterator(), false)
          .map(Path::toString)
          .map(name -> Path.of(name.substring(0, name.length() - LOCK.length())))
          .toList();
    } catch (NoSuchFileException noSuchPlace) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
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
