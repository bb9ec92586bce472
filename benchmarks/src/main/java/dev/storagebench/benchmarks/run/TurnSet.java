package dev.storagebench.benchmarks.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.memory.ControlGroup;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cells that are measured together: those that ask for the same, where the workload lets rivals
 * take turns; a workload that writes does where all candidates are of one engine. If the machine
 * has no room for all of their forks at once, a set is cut, and all parts measure one cell of the
 * first part, by which their speeds are made comparable.
 *
 * @param cells a single one, the stages of a chain, or rivals
 * @param reference a cell of the first part, which this part measures as well; null for none
 */
public record TurnSet(List<Cell> cells, @Nullable Cell reference) {
  // The rest is for the page cache and the host.
  private static final double SHARE_OF_MEMORY = 0.7;

  /** Whether its forks take turns. */
  boolean hasRivals() {
    return forks().size() > 1 && cells.get(0).stage().isEmpty();
  }

  /** Those of its cells that are among others. */
  TurnSet only(Set<Cell> some) {
    return new TurnSet(cells.stream().filter(some::contains).toList(), reference);
  }

  /** All cells whose forks are alive together. */
  List<Cell> forks() {
    return Stream.concat(cells.stream(), Stream.ofNullable(reference)).toList();
  }

  /** Rivals that still fit. */
  private static final class Part {
    private final List<Cell> cells = new ArrayList<>();
    private @Nullable Cell reference;
    private long bytes;
  }

  /**
   * Joins cells that may be measured together.
   *
   * @param chains single cells, and the stages of chains, in the order of a round
   * @param planned all cells of the run that can be measured
   * @param turns whether rivals take turns at all: profilers watch one fork at a time
   */
  public static List<TurnSet> of(
      Collection<List<Cell>> chains,
      List<Cell> planned,
      boolean turns,
      Function<Cell, PackedSummary> data) {
    return of(
        chains,
        planned,
        cell -> turns && mayTakeTurns(cell),
        cell -> Fork.room(cell, data.apply(cell)),
        (long) (SHARE_OF_MEMORY * availableBytes()));
  }

  /**
   * Joins cells.
   *
   * @param bytes what the fork of a cell occupies
   * @param room for all forks of a set
   */
  static List<TurnSet> of(
      Collection<List<Cell>> chains,
      List<Cell> planned,
      Predicate<Cell> takesTurns,
      ToLongFunction<Cell> bytes,
      long room) {
    // Engines bear differently to be stopped while they write (docs/decisions/0024).
    Map<Object, Set<String>> writers =
        planned.stream()
            .filter(Cell::writes)
            .collect(
                groupingBy(TurnSet::asked, mapping(cell -> cell.candidate().engine(), toSet())));
    Map<Object, List<Part>> sets = new LinkedHashMap<>();
    for (List<Cell> chain : chains) {
      Cell cell = chain.get(0);
      if (!takesTurns.test(cell) || writers.getOrDefault(asked(cell), Set.of()).size() > 1) {
        Part alone = new Part();
        alone.cells.addAll(chain);
        sets.put(chain, List.of(alone));
        continue;
      }
      List<Part> parts = sets.computeIfAbsent(asked(cell), any -> new ArrayList<>());
      long own = bytes.applyAsLong(cell);
      Part part =
          parts.stream()
              .filter(each -> each.bytes + own <= room)
              .findFirst()
              .orElseGet(() -> next(parts, own, bytes, room));
      part.cells.add(cell);
      part.bytes += own;
    }
    return sets.values().stream()
        .flatMap(List::stream)
        .map(part -> new TurnSet(List.copyOf(part.cells), part.reference))
        .toList();
  }

  private static Object asked(Cell cell) {
    return List.of(cell.benchmark(), cell.mode(), cell.threads(), cell.asked(), cell.timing());
  }

  private static Part next(List<Part> parts, long own, ToLongFunction<Cell> bytes, long room) {
    Part part = new Part();
    if (!parts.isEmpty()) {
      Cell first = parts.get(0).cells.get(0);
      long both = bytes.applyAsLong(first) + own;
      part.reference = both <= room ? first : null;
      part.bytes = both <= room ? both - own : 0;
    }
    parts.add(part);
    return part;
  }

  private static boolean mayTakeTurns(Cell cell) {
    return cell.stage().isEmpty()
        && cell.rate().isEmpty()
        && !ControllerProcess.isMultiClient(cell)
        && cell.takesTurns();
  }

  private static long availableBytes() {
    try {
      long free = ForkMemory.machineBytes("MemAvailable");
      return ControlGroup.limitOfThisProcess()
          .map(limit -> Math.min(limit.bytes(), free))
          .orElse(free);
    } catch (IOException notLinux) {
      return Runtime.getRuntime().maxMemory() * 4;
    }
  }
}
