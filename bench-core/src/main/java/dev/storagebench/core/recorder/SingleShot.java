package dev.storagebench.core.recorder;

import dev.storagebench.core.cell.CellReport.Figure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Wall time, and the CPU time of servers, of work that the threads share and do once. */
public final class SingleShot {
  private boolean begun;
  private int done;
  private long start;
  private long end;
  private @Nullable CpuWatch cpu;

  /**
   * Begins a thread's part.
   *
   * @param processes the servers that take part, see {@link
   *     dev.storagebench.core.engine.Store#processes}
   */
  public synchronized void begin(Map<String, Long> processes) {
    if (!begun) {
      begun = true;
      if (!processes.isEmpty()) {
        cpu = new CpuWatch(processes);
        cpu.begin();
      }
      ResourceProfiler.restart();
      start = System.nanoTime();
    }
  }

  /** Ends a thread's part; true for the last one. */
  public synchronized boolean end(int threads) {
    end = System.nanoTime();
    boolean last = ++done == threads;
    if (last && cpu != null) {
      cpu.end();
    }
    return last;
  }

  /** From the start of the first part to the end of the last one; 0 without such work. */
  public synchronized double wallSeconds() {
    return (end - start) / 1e9;
  }

  /** The CPU time of servers and their client in nanoseconds; empty for an embedded engine. */
  public synchronized Map<String, Long> cpuNanos() {
    return cpu == null ? Map.of() : cpu.cpuNanos();
  }

  /** The cores that servers and their client kept busy; empty for an embedded engine. */
  public synchronized List<Figure> cores() {
    return cpu == null ? List.of() : cpu.cores();
  }
}
