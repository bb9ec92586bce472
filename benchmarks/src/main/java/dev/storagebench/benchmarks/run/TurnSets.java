package dev.storagebench.benchmarks.run;

import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Sets of cells that are measured together: those that ask for the same, where the workload lets
 * rivals take turns and the machine has room for all of their forks at once.
 */
public final class TurnSets {
  // The rest is for the page cache and the host.
  private static final double SHARE_OF_MEMORY = 0.7;

  private TurnSets() {}

  /**
   * Joins cells that may be measured together.
   *
   * @param chains single cells, and the stages of chains, in the order of a round
   * @param turns whether rivals take turns at all: profilers watch one fork at a time
   */
  public static List<List<Cell>> of(
      Collection<List<Cell>> chains, boolean turns, Function<Cell, PackedSummary> data) {
    Map<Object, List<Cell>> sets = new LinkedHashMap<>();
    Map<Object, Long> taken = new LinkedHashMap<>();
    long room = (long) (SHARE_OF_MEMORY * availableBytes());
    for (List<Cell> chain : chains) {
      Cell cell = chain.get(0);
      if (!turns || !mayTakeTurns(cell)) {
        sets.put(chain, chain);
        continue;
      }
      long bytes = Fork.room(cell, data.apply(cell));
      Object asked =
          List.of(cell.benchmark(), cell.mode(), cell.threads(), cell.asked(), cell.timing());
      Object key = List.of(asked, 0);
      for (int i = 1; taken.getOrDefault(key, 0L) + bytes > room && taken.containsKey(key); i++) {
        key = List.of(asked, i);
      }
      taken.merge(key, bytes, Long::sum);
      sets.computeIfAbsent(key, any -> new ArrayList<>()).add(cell);
    }
    return List.copyOf(sets.values());
  }

  private static boolean mayTakeTurns(Cell cell) {
    return cell.stage().isEmpty()
        && cell.rate().isEmpty()
        && !ControllerProcess.isMultiClient(cell)
        && Workloads.named(cell.benchmark()).takesTurns(cell.parameters());
  }

  private static long availableBytes() {
    try {
      return ForkMemory.machineBytes("MemAvailable");
    } catch (IOException notLinux) {
      return Runtime.getRuntime().maxMemory() * 4;
    }
  }
}
