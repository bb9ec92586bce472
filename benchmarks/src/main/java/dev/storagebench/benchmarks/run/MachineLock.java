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
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 * when a process ends. A run that measures holds the byte whose number is the time at which it
 * began, in milliseconds since 1970; to begin, it holds byte 0 while it looks for others.
 */
public final class MachineLock implements AutoCloseable {
  /** The system property that names another file, for example one that containers share. */
  public static final String FILE_PROPERTY = "storagebench.machine-lock";

  // By name: the folder for temporary files is private.
  private static final String DEFAULT_FILE = "/tmp/storage-bench.lock";
  private static final Path LOCKS = Path.of("/proc/locks");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");
  private static final long LOOK_AGAIN_NANOS = 500_000_000;
  private static final long BETWEEN_TRIES_NANOS = 10_000_000;

  private final Path file;
  private final @Nullable FileChannel channel;
  private final AtomicBoolean beside = new AtomicBoolean();
  private long since;

  private MachineLock(Path file, @Nullable FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Waits until no other run measures.
   *
   * @param wanted false for a run that goes on beside another one, as does one with JMH's own
   *     property for it
   * @param log gets who measures, or why nobody knows
   */
  public static MachineLock take(boolean wanted, Consumer<String> log) throws IOException {
    Path file = Path.of(System.getProperty(FILE_PROPERTY, DEFAULT_FILE));
    boolean waits = wanted && !Boolean.getBoolean("jmh.ignoreLock");
    String last = "";
    try {
      MachineLock lock = new MachineLock(file, open(file));
      while (!lock.begin(waits)) {
        String others = lock.others();
        if (!others.equals(last)) {
          log.accept(others + "; waiting for its end, --no-wait measures beside it");
          last = others;
        }
        LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      }
      Daemon.start("watch-other-runs", lock::watch);
      return lock;
    } catch (IOException e) {
      log.accept("cannot tell whether another run measures on this machine: " + e.getMessage());
      return new MachineLock(file, null);
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
      // The clock of a machine without a battery may be before 1970.
      since = Math.max(2, System.currentTimeMillis());
      while (channel.tryLock(since, 1, false) == null) {
        since++;
      }
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
        if (isHeld(1, since - 1) || isHeld(since + 1, Long.MAX_VALUE - since - 1)) {
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

  /**
   * Who measures, for people; processes of other containers are not visible.
   *
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_locks.5.html">/proc/locks</a>
   */
  private String others() {
    String other = "another run is measuring on this machine";
    try {
      String inode = ":" + Files.getAttribute(file, "unix:ino");
      return Files.readAllLines(LOCKS).stream()
          // 1: POSIX ADVISORY WRITE 4711 08:01:131090 1763820000000 1763820000000
          .map(line -> List.of(line.strip().split("\\s+")))
          .filter(words -> words.size() == 8 && words.get(5).endsWith(inode))
          .filter(words -> words.get(6).equals(words.get(7)))
          .map(words -> described(Long.parseLong(words.get(4)), Long.parseLong(words.get(6))))
          .findFirst()
          .map(who -> other + ": " + who)
          .orElse(other);
    } catch (IOException | UnsupportedOperationException | NumberFormatException unknown) {
      return other;
    }
  }

  private static String described(long pid, long since) {
    Optional<String> user = ProcessHandle.of(pid).flatMap(process -> process.info().user());
    return "process %d%s, %s"
        .formatted(
            pid,
            user.map(name -> " of " + name).orElse(""),
            since == 0
                ? "which keeps others from beginning"
                : "since "
                    + TIME.format(Instant.ofEpochMilli(since).atZone(ZoneId.systemDefault())));
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
