package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.benchmarks.fork.Freezer;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.ForkPlan.Token;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.turns.Turns;
import dev.storagebench.core.turns.Turns.Turn;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures cells once: one alone, or the rivals of a set by turns. All forks of a set are started
 * and warmed up one at a time; then each works for a fortieth of a second while the others stand
 * still, again and again. A machine whose speed drifts from minute to minute drifts for all of them
 * alike.
 *
 * @param runFolder gets the reports of crashed JVMs and the files of profilers
 * @param flags of the forks' JVMs, beside those that each of ours has
 */
public record CellRunner(
    PrintStream log,
    Path runFolder,
    List<ProfilerSpec> profilers,
    MachineLock machine,
    List<String> flags) {
  // docs/decisions/0024: what the processors' caches cost after a turn of another fork is over.
  private static final long LEAD_NANOS = 15_000_000;

  /**
   * Measures the cells of a set, which differ in their candidates only.
   *
   * @param plans in the order in which they are started
   * @return a result of each, in their order
   */
  public List<CellResult> run(List<ForkPlan> plans) throws IOException {
    machine.overlapsOtherRun(); // before these forks
    List<CellResult> results = new ArrayList<>();
    boolean rivals = plans.size() > 1;
    try (Freezer freezer = rivals ? new Freezer() : null) {
      List<Contender> contenders = new ArrayList<>();
      try {
        for (ForkPlan plan : plans) {
          ForkPlan planned = plan.with(rivals ? Token.RIVALS : token(plan.cell()), plan.copied());
          if (ControllerProcess.isMultiClient(plan.cell())) {
            results.add(clients(planned));
          } else {
            contenders.add(new Contender(planned, freezer, profilers, runFolder, log));
          }
        }
        for (Contender each : contenders) {
          each.begin(flags);
        }
        takeTurns(contenders, rivals);
        for (Contender each : contenders) {
          each.finish();
        }
        boolean beside = machine.overlapsOtherRun();
        contenders.forEach(each -> results.add(each.result(beside)));
        return results;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while forks measured", e);
      } finally {
        log.flush();
        for (Contender each : contenders) {
          try {
            each.close();
          } catch (IOException e) {
            // What remains of its folder costs no result.
            log.println(e);
          }
        }
      }
    }
  }

  private static Token token(Cell cell) {
    return Workloads.named(cell.benchmark()).isSingleShot() ? Token.NONE : Token.ALONE;
  }

  /** Until all have had the planned time. */
  private static void takeTurns(List<Contender> contenders, boolean rivals)
      throws InterruptedException {
    if (contenders.isEmpty()) {
      return;
    }
    Cell.Timing timing = contenders.get(0).cell().timing();
    long nanos = timing.iterationMillis() * 1_000_000;
    if (!rivals) {
      for (int i = 0; i < timing.iterations() && contenders.get(0).waits(); i++) {
        contenders.get(0).take(new Turn(0, nanos));
      }
      return;
    }
    long turns = Math.max(1, Math.round((double) timing.iterations() * nanos / Turns.RIVAL_NANOS));
    Turn turn = new Turn(LEAD_NANOS, timing.iterations() * nanos / turns);
    Turn whole = new Turn(0, turn.nanos());
    for (int cycle = 0; cycle < turns; cycle++) {
      for (int index : TurnOrder.of(contenders.size(), cycle)) {
        Contender next = contenders.get(index);
        // Long operations need fewer turns, and none to warm caches.
        if (isDue(next.worked(), turn, cycle)) {
          next.take(next.worked() > 2 * turn.nanos() * next.turns() ? whole : turn);
        }
      }
    }
  }

  /** Whether a fork has worked for less than this cycle and all before it give it. */
  static boolean isDue(long workedNanos, Turn turn, int cycle) {
    return workedNanos < (cycle + 1) * turn.nanos();
  }

  /** Lets several clients measure a cell. */
  private CellResult clients(ForkPlan plan) throws IOException {
    Cell cell = plan.cell();
    if (!profilers.isEmpty()) {
      Problem problem =
          Problem.unsupported("profilers watch forks, not several clients; leave out --prof");
      return CellResult.unmeasured(cell, plan.round(), 0, problem, null);
    }
    return ControllerProcess.run(plan, log, machine);
  }
}
