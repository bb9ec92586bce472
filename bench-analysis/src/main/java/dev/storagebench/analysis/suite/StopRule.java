package dev.storagebench.analysis.suite;

import java.time.Duration;
import java.util.Optional;

/**
 * When a run may end before its last round.
 *
 * @param precision half the width of the intervals aimed at; empty to measure all rounds
 * @param budget how long measuring may take; the first round is always completed
 * @param bisect whether the candidates are releases, of which each round measures those that narrow
 *     down the one at which the speed changed
 * @param evenly whether a budget gives all workloads the same rounds
 */
public record StopRule(
    Optional<Double> precision, Optional<Duration> budget, boolean bisect, boolean evenly) {
  /** All rounds of the plan. */
  public static final StopRule NONE =
      new StopRule(Optional.empty(), Optional.empty(), false, false);

  /** Whether it can end a run before its last round. */
  public boolean ends() {
    return precision.isPresent() || budget.isPresent() || bisect;
  }
}
