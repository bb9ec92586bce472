package dev.storagebench.benchmarks.run;

import dev.storagebench.core.process.Daemon;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The right to measure on this machine, which one run has at a time, whoever's it is: two would
 * spoil each other's figures. A run that does not wait goes on beside another one, and both notice.
 *
 * <p>The lock's file is in a folder for all users and may be anybody's. It is opened without
 * following links and never written to; only locks on its bytes count, which the kernel releases
 * when a process ends. A run that measures holds a byte of its own; to begin, it holds byte 0 while
 * it looks for others.
 */
public final class MachineLock implements AutoCloseable {
  /** The system property that names another file, for example one that containers share. */
  public static final String FILE_PROPERTY = "storagebench.machine-lock";

  // By name: the folder for temporary files is private.
  private static final String DEFAULT_FILE = "/tmp/storage-bench.lock";
  private static final long LOOK_AGAIN_NANOS = 500_000_000;
  private static final long BETWEEN_TRIES_NANOS = 10_000_000;

  private final @Nullable FileChannel channel;
  private final AtomicBoolean beside = new AtomicBoolean();
  private long own;

  private MachineLock(@Nullable FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits until no other run measures.
   *
   * @param wanted false for a run that goes on beside another one, as does one with JMH's own
   *     property for it
   * @param log is told that another run measures, or why nobody knows
   */
  public static MachineLock take(boolean wanted, Consumer<String> log) throws IOException {
    Path file = Path.of(System.getProperty(FILE_PROPERTY, DEFAULT_FILE));
    boolean waits = wanted && !Boolean.getBoolean("jmh.ignoreLock");
    try {
      MachineLock lock = new MachineLock(open(file));
      for (boolean told = false; !lock.begin(waits); told = true) {
        if (!told) {
          log.accept(
              "another run is measuring on this machine (lslocks has its process, at %s); waiting for its end, --no-wait measures beside it"
                  .formatted(file));
        }
        LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      }
      Daemon.start("watch-other-runs", lock::watch);
      return lock;
    } catch (IOException e) {
      log.accept("cannot tell whether another run measures on this machine: " + e.getMessage());
      return new MachineLock(null);
    }
  }

  /** The file of any user, which must be one. */
  private static FileChannel open(Path file) throws IOException {
    try {
      // Apart: Linux refuses O_CREAT on another user's file in /tmp (fs.protected_regular).
      Files.createFile(file);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    } catch (FileAlreadyExistsException there) {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(file + " is not a regular file", there);
      }
    } catch (UnsupportedOperationException noPosix) {
      // Users then wait for their own runs only.
    }
    return FileChannel.open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * Whether this run measures from now on. Runs hold byte 0 for a moment; anybody may hold it for
   * longer, and stops only who waits for others anyway.
   */
  @SuppressWarnings("try") // the lock is held, not called
  private boolean begin(boolean alone) throws IOException {
    try (@Nullable FileLock gate = gate()) {
      if (alone && (gate == null || isHeld(1, Long.MAX_VALUE - 1))) {
        return false;
      }
      do {
        own = ThreadLocalRandom.current().nextLong(2, Long.MAX_VALUE - 1);
      } while (channel.tryLock(own, 1, false) == null);
      return true;
    }
  }

  /** The lock of byte 0; null if another process holds it for longer than a run does. */
  private @Nullable FileLock gate() throws IOException {
    long deadline = System.nanoTime() + LOOK_AGAIN_NANOS;
    @Nullable FileLock gate = channel.tryLock(0, 1, false);
    while (gate == null && System.nanoTime() < deadline) {
      LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
      gate = channel.tryLock(0, 1, false);
    }
    return gate;
  }

  private boolean isHeld(long from, long bytes) throws IOException {
    try (@Nullable FileLock probe = channel.tryLock(from, bytes, false)) {
      return probe == null;
    }
  }

  private void watch() {
    try {
      while (true) {
        if (isHeld(1, own - 1) || isHeld(own + 1, Long.MAX_VALUE - own - 1)) {
          beside.set(true);
        }
        LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      }
    } catch (IOException closed) {
      // The run has ended.
    }
  }

  /** Whether another run has measured at the same time since this was last asked. */
  public boolean overlapsOtherRun() {
    return beside.getAndSet(false);
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
