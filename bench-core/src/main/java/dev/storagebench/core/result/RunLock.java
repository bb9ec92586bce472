package dev.storagebench.core.result;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * An exclusive lock on a run's folder. The system releases it when the process ends, however it
 * ends; the file stays.
 */
public final class RunLock implements AutoCloseable {
  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes it.
   *
   * @throws IOException if another process or thread has it
   */
  public static RunLock take(RunFolder folder) throws IOException {
    Path file = folder.path().resolve("run.lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      @Nullable FileLock lock = channel.tryLock();
      if (lock != null) {
        return new RunLock(channel);
      }
    } catch (OverlappingFileLockException sameProcess) {
      // reported below
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new IOException(
        "another run is using "
            + folder.path()
            + "; wait until it ends or name another folder with --out");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
