package dev.storagebench.core.memory;

import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Resources that a process has used since its start, all threads together; of another process, its
 * children's too: some servers have one for each connection.
 *
 * @param cpuNanos in user and kernel mode
 * @param majorFaults page faults that had to wait for the disk
 * @param readBytes read from disk on its behalf
 * @param writtenBytes written to disk on its behalf, without what it deleted before it got there
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
  // Each followed by that of children that have ended.
  private static final int MAJOR_FAULTS = 11;
  private static final int USER_AND_SYSTEM_TICKS = 13;
  private static final int PID_AND_NAME = 2;

  /**
   * Reads the usage of a process.
   *
   * @param pid its id, or {@link #SELF}
   * @throws IOException if it has ended or this is not Linux
   */
  public static ProcessUsage of(String pid) throws IOException {
    boolean self = pid.equals(SELF);
    ProcessUsage sum = of(pid, self ? 1 : 2);
    Path children = Path.of("/proc", pid, "task", pid, "children");
    if (self || !Files.exists(children)) {
      return sum;
    }
    for (String child : Files.readString(children).strip().split(" ", -1)) {
      try {
        sum = child.isEmpty() ? sum : sum.plus(1, of(child, 2));
      } catch (IOException hasEnded) {
        // Next time it is among its parent's.
      }
    }
    return sum;
  }

  /** Usage of a process; nothing if it has ended or this is not Linux. */
  public static ProcessUsage ofOrNone(String pid) {
    try {
      return of(pid);
    } catch (IOException notThere) {
      return NONE;
    }
  }

  /**
   * The usage of one process.
   *
   * @param parts 1 for its own, 2 to add that of those of its children that have ended
   */
  private static ProcessUsage of(String pid, int parts) throws IOException {
    List<String> stat = ProcessMark.stat(pid);
    String io = Files.readString(Path.of("/proc", pid, "io"));
    return new ProcessUsage(
        sum(stat, USER_AND_SYSTEM_TICKS, 2 * parts) * NANOS_PER_TICK,
        sum(stat, MAJOR_FAULTS, parts),
        number(io, "read_bytes"),
        number(io, "write_bytes") - number(io, "cancelled_write_bytes"));
  }

  /**
   * The memory of a process and its descendants that is in RAM, mapped files included, in bytes;
   * what several processes share is divided among them.
   *
   * @throws IOException if one has ended or this is not Linux
   */
  public static long residentBytes(ProcessHandle process) throws IOException {
    long bytes = 0;
    for (ProcessHandle each : Stream.concat(Stream.of(process), process.descendants()).toList()) {
      Path memory = Path.of("/proc", "" + each.pid(), "smaps_rollup");
      bytes += number(Files.readString(memory), "Pss") << 10;
    }
    return bytes;
  }

  private static long sum(List<String> stat, int first, int count) {
    int from = first - PID_AND_NAME;
    return stat.subList(from, from + count).stream().mapToLong(Long::parseLong).sum();
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
    return plus(-1, earlier);
  }

  private ProcessUsage plus(int factor, ProcessUsage other) {
    return new ProcessUsage(
        cpuNanos + factor * other.cpuNanos,
        majorFaults + factor * other.majorFaults,
        readBytes + factor * other.readBytes,
        writtenBytes + factor * other.writtenBytes);
  }
}
