package dev.storagebench.sql.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps other threads and processes away from a folder during an action. */
final class FolderLock {
  private static final long POLL_MILLIS = 50;

  private FolderLock() {}

  /** What is done meanwhile. */
  @FunctionalInterface
  interface Action<T> {
    T run() throws IOException, InterruptedException;
  }

  /**
   * Waits for the lock of a folder, which exists, and runs the action. A holder that dies gives the
   * lock back.
   */
  static <T> T holding(Path folder, Action<T> action) throws IOException, InterruptedException {
    try (FileChannel channel =
        FileChannel.open(
            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (tryLock(channel) == null) {
        Thread.sleep(POLL_MILLIS);
      }
      return action.run();
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException anotherThreadHasIt) {
      return null;
    }
  }
}
