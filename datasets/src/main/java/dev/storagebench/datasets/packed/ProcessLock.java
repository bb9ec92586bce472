package dev.storagebench.datasets.packed;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.lang3.ArrayUtils;
import org.jspecify.annotations.Nullable;

/**
 * The right to be the only one, among all threads and processes, who works on what a lock file
 * stands for. The kernel holds it, across PID namespaces, and gives it back when the process dies.
 * The empty lock file stays: deleting it would let two others hold it at once.
 *
 * <p>A process loses its lock when it closes <em>any</em> channel on the file (fcntl(2), "record
 * locks"), so that it never opens a second one.
 */
public final class ProcessLock implements Closeable {
  private static final long RETRY_MILLIS = 20;

  /**
   * The lock files that this process holds or, without a lock yet, is about to. A lock that is not
   * closed is held until the process ends: a channel that nobody refers to would be closed.
   */
  private static final Map<Path, Optional<ProcessLock>> OPEN = new ConcurrentHashMap<>();

  private final FileChannel channel;
  private final Path file;

  private ProcessLock(FileChannel channel, Path file) {
    this.channel = channel;
    this.file = file;
  }

  /** Waits for the lock; creates its file if there is none. */
  public static ProcessLock take(Path lockFile) throws IOException {
    Path file = canonical(lockFile);
    try {
      while (!isOurs(file)) {
        Thread.sleep(RETRY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while another thread holds " + lockFile, e);
    }
    return open(file, FileChannel::lock, StandardOpenOption.CREATE).orElseThrow();
  }

  /** The lock if nobody holds it; creates its file if there is none. */
  public static Optional<ProcessLock> tryTake(Path lockFile) throws IOException {
    Path file = canonical(lockFile);
    return isOurs(file)
        ? open(file, FileChannel::tryLock, StandardOpenOption.CREATE)
        : Optional.empty();
  }

  /**
   * The lock of a file that is there, if nobody holds it: whoever did has ended. Empty also if the
   * file is another user's.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  public static Optional<ProcessLock> ofDead(Path lockFile) throws IOException {
    Path file = canonical(lockFile);
    try {
      return isOurs(file) ? open(file, FileChannel::tryLock) : Optional.empty();
    } catch (AccessDeniedException otherUser) {
      return Optional.empty();
    }
  }

  /** A new lock file, under its own name at once, so that one of a dead process is found. */
  public static ProcessLock create(Path lockFile) throws IOException {
    Path file = canonical(lockFile);
    while (isOurs(file)) {
      ProcessLock lock = open(file, FileChannel::lock, StandardOpenOption.CREATE_NEW).orElseThrow();
      if (Files.exists(file)) {
        return lock;
      }
      // Another process took it for a dead one's before it was locked.
      lock.close();
    }
    throw new FileAlreadyExistsException(file.toString());
  }

  private static boolean isOurs(Path file) {
    return OPEN.putIfAbsent(file, Optional.empty()) == null;
  }

  private static Optional<ProcessLock> open(
      Path file, IOFunction<FileChannel, @Nullable FileLock> locking, OpenOption... more)
      throws IOException {
    OpenOption[] options =
        ArrayUtils.addAll(more, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    @Nullable FileChannel channel = null;
    Optional<ProcessLock> lock = Optional.empty();
    try {
      channel = FileChannel.open(file, options);
      if (locking.apply(channel) != null) {
        lock = Optional.of(new ProcessLock(channel, file));
        OPEN.put(file, lock);
      }
      return lock;
    } catch (FileSystemException cannotOpen) {
      throw cannotOpen;
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be locked (%s): use a folder on a local disk".formatted(file, e.getMessage()),
          e);
    } finally {
      if (lock.isEmpty()) {
        if (channel != null) {
          channel.close();
        }
        OPEN.remove(file);
      }
    }
  }

  /** One name for a file that several threads may name differently. */
  private static Path canonical(Path lockFile) throws IOException {
    Path file = lockFile.toAbsolutePath();
    return file.getParent().toRealPath().resolve(file.getFileName());
  }

  @Override
  public void close() throws IOException {
    channel.close();
    OPEN.remove(file);
  }
}
