package dev.storagebench.core.openloop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How late Linux may wake a thread by its timer, in order to wake several at once: 50 µs unless a
 * thread asks for less.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_timerslack_ns.5.html">proc(5)</a>
 */
final class TimerSlack {
  private static final Path SELF = Path.of("/proc/thread-self");
  private static final String MIN_NANOS = "1";

  private TimerSlack() {}

  /** Asks for the least slack for the calling thread; false where that cannot be had. */
  static boolean lower() {
    try {
      // It names the thread as "process/task/thread".
      Path thread = Files.readSymbolicLink(SELF).getFileName();
      Files.writeString(Path.of("/proc", thread.toString(), "timerslack_ns"), MIN_NANOS);
      return true;
    } catch (IOException | UnsupportedOperationException | SecurityException elsewhere) {
      return false;
    }
  }
}
