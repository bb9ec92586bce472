package dev.storagebench.core.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process as its name on something that may outlive it: whoever finds the mark can tell whether
 * its maker still lives.
 *
 * @param pid the process's number
 * @param startMillis when it started, in milliseconds since 1970; numbers are given out again
 */
public record ProcessMark(long pid, long startMillis) {
  // The system derives a start from its time of boot, which may be corrected meanwhile.
  private static final long START_TOLERANCE_MILLIS = 2_000;

  private static final Pattern START = Pattern.compile("(\\d{1,18})-(\\d{1,18})-");

  /** The calling process. */
  public static ProcessMark self() {
    ProcessHandle self = ProcessHandle.current();
    return new ProcessMark(self.pid(), startOf(self));
  }

  /** The mark, followed by a {@code -}, that a name begins with; empty if it begins otherwise. */
  public static Optional<ProcessMark> atStartOf(String text) {
    Matcher start = START.matcher(text);
    return start.lookingAt()
        ? Optional.of(
            new ProcessMark(Long.parseLong(start.group(1)), Long.parseLong(start.group(2))))
        : Optional.empty();
  }

  /** Whether the process still runs. */
  public boolean lives() {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    return process.isPresent()
        && !isZombie()
        && Math.abs(startOf(process.get()) - startMillis) <= START_TOLERANCE_MILLIS;
  }

  /** Whether it has ended and only its parent has not taken note, which some never do. */
  private boolean isZombie() {
    try {
      String stat =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      // pid (name) state …, where the name may contain anything
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'Z';
    } catch (IOException notLinux) {
      return false;
    }
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** {@code pid-start}. */
  @Override
  public String toString() {
    return pid + "-" + startMillis;
  }
}
