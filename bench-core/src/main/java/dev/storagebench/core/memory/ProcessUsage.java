package dev.storagebench.core.memory;

import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resources that a process has used since its start, all threads together.
 *
 * @param cpuNanos in user and kernel mode
 * @param majorFaults page faults that had to wait for the disk
 * @param readBytes read from disk on its behalf
 * @param writtenBytes written to disk on its behalf
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">/proc/pid/stat</a>
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_io.5.html">/proc/pid/io</a>
 */
public record ProcessUsage(long cpuNanos, long majorFaults, long readBytes, long writtenBytes) {
  /** The calling process. */
  public static final String SELF = "self";

  /** Nothing. */
  static final ProcessUsage NONE = new ProcessUsage(0, 0, 0, 0);

  // USER_HZ is 100 on all current architectures.
  private static final long NANOS_PER_TICK = 10_000_000;
  private static final int MAJOR_FAULTS = 11;
  private static final int USER_TICKS = 13;
  private static final int SYSTEM_TICKS = 14;
  private static final int PID_AND_NAME = 2;

  /**
   * Reads the usage of a process.
   *
   * @param pid its id, or {@link #SELF}
   * @throws IOException if it has ended or this is not Linux
   */
  public static ProcessUsage of(String pid) throws IOException {
    List<String> fields = ProcessMark.stat(pid);
    long ticks = field(fields, USER_TICKS) + field(fields, SYSTEM_TICKS);
    String io = Files.readString(Path.of("/proc", pid, "io"));
    return new ProcessUsage(
        ticks * NANOS_PER_TICK,
        field(fields, MAJOR_FAULTS),
        number(io, "read_bytes"),
        number(io, "write_bytes"));
  }

  /**
   * The memory of a process that is in RAM, mapped files included, in bytes.
   *
   * @throws IOException if it has ended or this is not Linux
   */
  public static long residentBytes(String pid) throws IOException {
    return number(Files.readString(Path.of("/proc", pid, "status")), "VmRSS") << 10;
  }

  private static long field(List<String> fields, int index) {
    return Long.parseLong(fields.get(index - PID_AND_NAME));
  }

  private static long number(String file, String name) throws IOException {
    Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d+)").matcher(file);
    if (!line.find()) {
      throw new IOException("no %s in a file of /proc".formatted(name));
    }
    return Long.parseLong(line.group(1));
  }

  /** The difference to an earlier usage of the same process. */
  public ProcessUsage since(ProcessUsage earlier) {
    return new ProcessUsage(
        cpuNanos - earlier.cpuNanos,
        majorFaults - earlier.majorFaults,
        readBytes - earlier.readBytes,
        writtenBytes - earlier.writtenBytes);
  }
}
