package dev.storagebench.core.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Time of all processors, since the machine started or between two moments.
 *
 * @param busy of all processes, in ticks of 10 ms
 * @param idle in ticks as well
 * @param own of the processes that are not others, in ticks as well
 */
public record ProcessorTime(long busy, long idle, long own) {

  /**
   * The time until now; null where the kernel does not tell.
   *
   * @param family the processes that are not others
   */
  public static @Nullable ProcessorTime now(Collection<ProcessHandle> family) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
      // cpu user nice system idle iowait irq softirq steal guest guest_nice
      String[] all = lines.findFirst().orElse("").split("\\s+", -1);
      long idle = Long.parseLong(all[4]) + Long.parseLong(all[5]);
      long busy = IntStream.of(1, 2, 3, 6, 7, 8).mapToLong(i -> Long.parseLong(all[i])).sum();
      long own = family.stream().mapToLong(each -> ofProcess(each.pid())).sum();
      return new ProcessorTime(busy, idle, own);
    } catch (IOException | RuntimeException notLinux) {
      return null;
    }
  }

  /** The time of a process until now, in ticks; 0 if it has ended. */
  public static long ofProcess(long pid) {
    try {
      List<String> fields = ProcessMark.stat(Long.toString(pid));
      return Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
    } catch (IOException gone) {
      return 0;
    }
  }

  /** The time between an earlier moment and this one. */
  public ProcessorTime since(ProcessorTime earlier) {
    // A process that has ended takes its time with it.
    long used = Math.max(0, own - earlier.own);
    return new ProcessorTime(busy - earlier.busy, idle - earlier.idle, used);
  }

  /** The share that was idle. */
  public double idleShare() {
    return share(idle);
  }

  /** The share that went to other processes. */
  public double othersShare() {
    return share(busy - own);
  }

  private double share(long ticks) {
    return (double) ticks / Math.max(1, busy + idle);
  }
}
