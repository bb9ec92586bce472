package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A store for work that can be done once: each thread does its part of it. */
@State(Scope.Benchmark)
public abstract class OneShotState extends EngineState {
  private int begun;
  private int done;
  private long start;
  private long end;
  private @Nullable CpuWatch cpu;

  /** What there is to say when the work is asked for once more: "the store is full". */
  abstract String spent();

  @Override
  protected final synchronized double wallSeconds() {
    return (end - start) / 1e9;
  }

  /** What a server and its client took of the processors meanwhile; none for an embedded engine. */
  @Override
  protected final synchronized List<Figure> figures() {
    return cpu == null ? List.of() : cpu.cores();
  }

  final synchronized void beginPart(int threads) {
    if (++begun > threads) {
      throw new IllegalStateException(
          spent() + " after one iteration: use -i 1 -wi 0, and -f N for more of them");
    }
    if (begun == 1) {
      Map<String, Long> servers = cell().store().processes();
      if (!servers.isEmpty()) {
        cpu = new CpuWatch(servers);
        cpu.begin();
      }
      start = System.nanoTime();
    }
  }

  final synchronized void endPart(int threads) {
    end = System.nanoTime();
    if (++done == threads && cpu != null) {
      cpu.end();
    }
  }
}
