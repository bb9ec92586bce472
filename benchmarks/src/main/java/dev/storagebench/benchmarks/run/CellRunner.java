package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.benchmarks.fork.Freezer;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.ForkPlan.Token;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.turns.Turns;
import dev.storagebench.core.turns.Turns.Turn;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures cells once: one alone, or the rivals of a set by turns. All forks of a set are started
 * and warmed up one at a time; then each works for a fortieth of a second while the others stand
 * still, again and again. A machine whose speed drifts from minute to minute drifts for all of them
 * alike.
 *
 * @param log gets what forks print
 */
public record CellRunner(PrintStream log, Forks forks, MachineLock machine) {
  // docs/decisions/0024: what the processors' caches cost after a turn of another fork is over.
  private static final long LEAD_NANOS = 15_000_000;
  private static final int SOME_OPERATIONS = 4;
  private static final long LONGEST_NANOS = 1_000_000_000;

  /**
   * Measures the cells of a set, which differ in their candidates only.
   *
   * @param plans in the order in which they are started
   * @return a result of each, in their order
   */
  public List<CellResult> run(List<ForkPlan> plans) throws IOException {
    machine.overlapsOtherRun(); // before these forks
    boolean rivals = plans.size() > 1;
    try (Freezer freezer = rivals ? new Freezer() : null) {
      List<Contender> contenders = new ArrayList<>();
      try {
        for (ForkPlan plan : plans) {
          Token token = rivals ? Token.RIVALS : token(plan.cell());
          contenders.add(new Contender(plan.with(token, plan.copied()), freezer, forks, log));
        }
        for (Contender each : contenders) {
          each.begin();
        }
        takeTurns(contenders, rivals);
        for (Contender each : contenders) {
          each.finish();
        }
        boolean beside = machine.overlapsOtherRun();
        return contenders.stream().map(each -> each.result(beside)).toList();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while forks measured", e);
      } finally {
        log.flush();
        contenders.forEach(Contender::close);
      }
    }
  }

  private static Token token(Cell cell) {
    return Workloads.named(cell.benchmark()).isSingleShot() || ControllerProcess.isMultiClient(cell)
        ? Token.NONE
        : Token.ALONE;
  }

  /** Gives all of them the planned time by turns; a single one has all its iterations. */
  private static void takeTurns(List<Contender> contenders, boolean rivals)
      throws InterruptedException {
    Cell.Timing timing = contenders.get(0).cell().timing();
    long nanos = timing.iterations() * timing.iterationMillis() * 1_000_000;
    long turns =
        rivals ? Math.max(1, Math.round((double) nanos / Turns.RIVAL_NANOS)) : timing.iterations();
    Turn turn = new Turn(LEAD_NANOS, nanos / turns);
    for (int cycle = 0; cycle < turns; cycle++) {
      for (int index : order(contenders.size(), cycle)) {
        Contender next = contenders.get(index);
        if (!rivals) {
          next.take(turn);
        } else if (isDue(next.worked(), turn, cycle)) {
          next.take(longEnough(turn, next.operationNanos()));
        }
      }
    }
  }

  /**
   * The order of the rivals, from 0, in a cycle; those of an odd number repeat after twice as many.
   * Over a whole number of periods each follows each other one equally often: whatever a rival
   * leaves in the processors' caches, all of them meet it alike.
   *
   * @see <a href="https://doi.org/10.1071/CH9490149">Williams, "Experimental Designs Balanced for
   *     the Estimation of Residual Effects of Treatments", 1949</a>
   */
  static int[] order(int rivals, int cycle) {
    int[] order = new int[rivals];
    int row = cycle % rivals;
    boolean mirrored = rivals % 2 == 1 && cycle / rivals % 2 == 1;
    for (int i = 0; i < rivals; i++) {
      // 0, 1, n-1, 2, n-2, …
      int first = i % 2 == 1 ? (i + 1) / 2 : (rivals - i / 2) % rivals;
      order[mirrored ? rivals - 1 - i : i] = (first + row) % rivals;
    }
    return order;
  }

  /**
   * A turn of which most counts: its lead and its tail take each thread about an operation. Long
   * operations have fewer turns.
   */
  static Turn longEnough(Turn turn, long operationNanos) {
    long some = Math.min(LONGEST_NANOS, SOME_OPERATIONS * operationNanos);
    return new Turn(turn.leadNanos(), Math.max(turn.nanos(), some));
  }

  /** Whether a fork has worked for less than this cycle and all before it give it. */
  static boolean isDue(long workedNanos, Turn turn, int cycle) {
    return workedNanos < (cycle + 1) * turn.nanos();
  }
}
