package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.memory.ProcessUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time that processes spend while something is measured, and how many cores that kept busy: CPU
 * time by wall time. The kernel counts in ticks of 10 ms.
 */
public final class CpuWatch {
  private final Map<String, String> pids = new LinkedHashMap<>();
  private final Map<String, Long> spent = new LinkedHashMap<>();
  private Map<String, Long> before = Map.of();
  private long begun;
  private long wallNanos;

  /**
   * A watch over this process, the {@code client}, and others; it has not begun.
   *
   * @param others process numbers by name, for example {@code server}
   */
  public CpuWatch(Map<String, Long> others) {
    pids.put("client", ProcessUsage.SELF);
    others.forEach((name, pid) -> pids.put(name, Long.toString(pid)));
  }

  /** Begins what is measured; again after {@link #end} for more of it. */
  public void begin() {
    before = look();
    begun = System.nanoTime();
  }

  /** Ends what is measured. */
  public void end() {
    wallNanos += System.nanoTime() - begun;
    look()
        .forEach(
            (name, nanos) ->
                spent.merge(name, nanos - before.getOrDefault(name, nanos), Long::sum));
  }

  /** A process that has ended, or a system without {@code /proc}, is left out. */
  private Map<String, Long> look() {
    Map<String, Long> nanos = new LinkedHashMap<>();
    pids.forEach(
        (name, pid) -> {
          try {
            nanos.put(name, ProcessUsage.of(pid).cpuNanos());
          } catch (IOException notThere) {
            nanos.remove(name);
          }
        });
    return nanos;
  }

  /** The CPU time of each process. */
  public Map<String, Long> cpuNanos() {
    return Collections.unmodifiableMap(spent);
  }

  /** {@code serverCpuCores} for a process named {@code server}, and so for each of them. */
  public List<Figure> cores() {
    List<Figure> figures = new ArrayList<>();
    if (wallNanos > 0) {
      spent.forEach(
          (name, nanos) ->
              figures.add(new Figure(name + "CpuCores", (double) nanos / wallNanos, "cores")));
    }
    return figures;
  }
}
