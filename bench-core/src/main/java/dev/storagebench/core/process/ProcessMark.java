package dev.storagebench.core.process;

import java.time.Instant;
import java.util.Optional;

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

  /** The calling process. */
  public static ProcessMark self() {
    ProcessHandle self = ProcessHandle.current();
    return new ProcessMark(self.pid(), startOf(self));
  }

  /** Whether the process still runs. */
  public boolean lives() {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    return process.isPresent()
        && Math.abs(startOf(process.get()) - startMillis) <= START_TOLERANCE_MILLIS;
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
