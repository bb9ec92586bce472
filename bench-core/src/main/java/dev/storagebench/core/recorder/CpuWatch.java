package dev.storagebench.core.recorder;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.memory.ProcessUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU time of processes during a measurement, and the cores they kept busy: CPU time divided by
 * wall time. The kernel counts in ticks of 10 ms.
 */
public final class CpuWatch {
  private static final double NANOS = 1e9;

  private final Map<String, String> pids = new LinkedHashMap<>();
  private final Map<String, Long> spent = new LinkedHashMap<>();
  private Map<String, Long> before = Map.of();
  private long begun;
  private long wallNanos;

  /**
   * Watches this process, the {@code client}, and others.
   *
   * @param others process numbers by name, for example {@code server}
   */
  public CpuWatch(Map<String, Long> others) {
    pids.put("client", ProcessUsage.SELF);
    others.forEach((name, pid) -> pids.put(name, Long.toString(pid)));
  }

  /** Starts, or resumes after {@link #end}. */
  public void begin() {
    before = look();
    begun = System.nanoTime();
  }

  /** Stops. */
  public void end() {
    wallNanos += System.nanoTime() - begun;
    look()
        .forEach(
            (name, nanos) ->
                spent.merge(name, nanos - before.getOrDefault(name, nanos), Long::sum));
  }

  /** Leaves out processes that have ended, and all on systems without {@code /proc}. */
  private Map<String, Long> look() {
    Map<String, Long> nanos = new LinkedHashMap<>();
    pids.forEach(
        (name, pid) -> {
          try {
            nanos.put(name, ProcessUsage.of(pid).cpuNanos());
          } catch (IOException notThere) {
            // It has ended, or there is no /proc.
          }
        });
    return nanos;
  }

  /** The CPU time of each process. */
  public Map<String, Long> cpuNanos() {
    return Collections.unmodifiableMap(spent);
  }

  /** For each process a figure such as {@code serverCpuCores}. */
  public List<Figure> cores() {
    return cores(wallSeconds());
  }

  /** How long it has watched. */
  double wallSeconds() {
    return wallNanos / NANOS;
  }

  /**
   * For each process a figure such as {@code serverCpuCores}.
   *
   * @param seconds in which they worked: while rivals did, they stood still
   */
  List<Figure> cores(double seconds) {
    List<Figure> figures = new ArrayList<>();
    if (seconds > 0) {
      spent.forEach(
          (name, nanos) ->
              figures.add(new Figure(name + "CpuCores", nanos / NANOS / seconds, "cores")));
    }
    return figures;
  }
}
