package dev.storagebench.analysis.suite;

import java.time.Duration;
import java.util.Optional;

/**
 * When a run may end before its last round.
 *
 * @param precision half the width of the intervals aimed at; empty to measure all rounds
 * @param budget how long measuring may take; the first round is always completed
 */
public record StopRule(Optional<Double> precision, Optional<Duration> budget) {
  /** All rounds of the plan. */
  public static final StopRule NONE = new StopRule(Optional.empty(), Optional.empty());

  /** Whether it can end a run before its last round. */
  public boolean ends() {
    return precision.isPresent() || budget.isPresent();
  }
}
