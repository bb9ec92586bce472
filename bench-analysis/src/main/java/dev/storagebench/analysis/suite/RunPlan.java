package dev.storagebench.analysis.suite;

import dev.storagebench.core.cell.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.sampling.ListSampler;

/**
 * Plan of a run: its cells, each once a round, in an order that is shuffled anew for every pair of
 * rounds, so that neither a drift of the machine nor what another fork leaves behind always meets
 * the same engine. The stages of a chain stay together, in their order.
 *
 * @param seed the master seed, which also decides the order
 * @param stores how many independently loaded stores of the same records the rounds take in turn,
 *     so that what two loads differ by is part of the noise
 */
public record RunPlan(List<Cell> cells, int rounds, long seed, int stores) {

  public RunPlan {
    cells = List.copyOf(cells);
    // Runs of earlier versions have none.
    stores = Math.max(1, stores);
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("a run needs at least one cell");
    }
    Cell.require("rounds", rounds, 1, SuiteReader.MAX_ROUNDS);
    Cell.require("loaded stores", stores, 1, SuiteReader.MAX_STORES);
  }

  /** How many of some stores so many rounds take: one each, or one for two of them. */
  static int stores(int most, int rounds) {
    return most >= rounds ? rounds : Math.min(most, (rounds + 1) / 2);
  }

  /**
   * Which of the loaded stores a round takes, from 0. Two rounds of opposite orders have the same
   * one, unless each round has one of its own.
   */
  public int store(int round) {
    return stores < rounds ? round / 2 % stores : round;
  }

  /**
   * The cells of a round, in its order. That of every second round is the reverse of the one before
   * it, so that of two cells each comes first as often as the other in an even number of rounds.
   */
  public List<Cell> order(int round) {
    List<List<Cell>> shuffled = new ArrayList<>(chains(cells));
    ListSampler.shuffle(new SplitMix64(seed * 31 + round / 2), shuffled);
    if (round % 2 == 1) {
      Collections.reverse(shuffled);
    }
    return shuffled.stream().flatMap(List::stream).filter(cell -> cell.isIn(round)).toList();
  }

  /** Some of its cells in their order, those of a chain in one list, each other one by itself. */
  public Collection<List<Cell>> chains(List<Cell> some) {
    Map<Cell, Cell> first = new HashMap<>();
    Cell before = null;
    for (Cell cell : cells) {
      first.put(
          cell, before != null && cell.follows(before) ? first.getOrDefault(before, cell) : cell);
      before = cell;
    }
    return some.stream()
        .collect(
            Collectors.groupingBy(
                cell -> first.getOrDefault(cell, cell), LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  /** All stages of a cell's chain; itself if it is none. */
  public List<Cell> chain(Cell cell) {
    return cell.stage().isEmpty()
        ? List.of(cell)
        : chains(cells).stream()
            .filter(chain -> chain.contains(cell))
            .findFirst()
            .orElse(List.of(cell));
  }

  /** Copy with these cells. */
  public RunPlan with(List<Cell> others) {
    return new RunPlan(others, rounds, seed, stores);
  }

  /** Copy with more rounds for those that take part in all of them. */
  public RunPlan upTo(int most) {
    return new RunPlan(
        cells.stream().map(cell -> cell.rounds() >= rounds ? cell.withRounds(most) : cell).toList(),
        most,
        seed,
        stores);
  }

  /** How many of the rounds a cell takes part in. */
  public int rounds(Cell cell) {
    return Math.max(0, Math.min(cell.rounds(), rounds) - cell.from());
  }

  /** How many forks the run takes. */
  public int forks() {
    return cells.stream().mapToInt(this::rounds).sum();
  }
}
