package dev.storagebench.datasets.packed;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The right to be the only one, among all threads and processes, who works on what a lock file
 * stands for. The operating system gives it back when a process dies. The empty lock file stays:
 * deleting it would let two others hold it at once.
 */
public final class ProcessLock implements Closeable {
  private static final long RETRY_MILLIS = 20;

  private final FileChannel channel;

  private ProcessLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits for the lock. */
  public static ProcessLock take(Path lockFile) throws IOException {
    FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      while (true) {
        try {
          channel.lock();
          return new ProcessLock(channel);
        } catch (OverlappingFileLockException heldHere) {
          // Another thread of this process holds it, for which the JDK does not wait.
          Thread.sleep(RETRY_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      channel.close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while another thread holds " + lockFile, e);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
