package dev.storagebench.core.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.sampling.ListSampler;

/**
 * What a run measures: its cells, each once a round, in an order that is shuffled anew for every
 * round, so that a drift of the machine does not always meet the same engine.
 *
 * @param cells the grid
 * @param rounds how often each cell is measured
 * @param seed the master seed, which also decides the order
 */
public record RunPlan(List<Cell> cells, int rounds, long seed) {

  public RunPlan {
    cells = List.copyOf(cells);
    if (cells.isEmpty() || rounds < 1) {
      throw new IllegalArgumentException(
          "a run needs at least one cell and one round, got %d and %d"
              .formatted(cells.size(), rounds));
    }
  }

  /** The cells of a round, in its order. */
  public List<Cell> order(int round) {
    List<Cell> shuffled = new ArrayList<>(cells);
    shuffled.removeIf(cell -> cell.rounds() <= round);
    ListSampler.shuffle(new SplitMix64(seed * 31 + round), shuffled);
    return Collections.unmodifiableList(shuffled);
  }

  /** The same cells with more rounds for those that take part in all of them. */
  public RunPlan upTo(int most) {
    return new RunPlan(
        cells.stream().map(cell -> cell.rounds() >= rounds ? cell.withRounds(most) : cell).toList(),
        most,
        seed);
  }

  /** How many forks the run takes. */
  public int forks() {
    return cells.stream().mapToInt(cell -> Math.min(cell.rounds(), rounds)).sum();
  }
}
