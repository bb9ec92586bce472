package dev.storagebench.benchmarks.run;

import static dev.storagebench.analysis.compare.Runs.cell;
import static dev.storagebench.analysis.compare.Runs.measured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.core.cell.Cell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoundSelectionTest {
  private final Cell steadyOne = cell("PointRead", "a");
  private final Cell steadyOther = cell("PointRead", "b");
  private final Cell noisyOne = cell("RandomWrite", "a");
  private final Cell noisyOther = cell("RandomWrite", "b");
  private final RunPlan plan =
      new RunPlan(List.of(steadyOne, steadyOther, noisyOne, noisyOther), 50, 1, 1);

  private List<CellResult> rounds(int rounds) {
    List<CellResult> results = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      results.add(measured(steadyOne, i, 100 + i % 2));
      results.add(measured(steadyOther, i, 90));
      results.add(measured(noisyOne, i, i % 2 == 0 ? 100 : 300));
      results.add(measured(noisyOther, i, 100));
    }
    return results;
  }

  private static StopRule until(double precision) {
    return new StopRule(Optional.of(precision), Optional.empty(), false, false);
  }

  private static StopRule within(long seconds) {
    return new StopRule(Optional.empty(), Optional.of(Duration.ofSeconds(seconds)), false, false);
  }

  @Test
  void withoutARuleAllRoundsAreMeasured() {
    assertThat(RoundSelection.next(StopRule.NONE, plan, 49, rounds(49))).hasSize(4);
    assertThat(RoundSelection.next(StopRule.NONE, plan, 50, rounds(50))).isEmpty();
  }

  @Test
  void whatIsPreciseEnoughDropsOutWithAllItsEngines() {
    int least = Precision.MIN_ROUNDS;
    assertThat(RoundSelection.next(until(0.03), plan, least - 1, rounds(least - 1))).hasSize(4);
    assertThat(RoundSelection.next(until(0.03), plan, least, rounds(least)))
        .containsExactlyInAnyOrder(noisyOne, noisyOther);
    assertThat(RoundSelection.next(until(0.9), plan, 30, rounds(30))).isEmpty();
  }

  @Test
  void aBudgetBeginsNoRoundThatWouldEndTooLate() {
    // A round takes 40 seconds.
    assertThat(RoundSelection.next(within(1), plan, 0, List.of())).hasSize(4);
    assertThat(RoundSelection.next(within(119), plan, 2, rounds(2))).isEmpty();
    assertThat(RoundSelection.next(within(120), plan, 2, rounds(2))).hasSize(4);
  }

  @Test
  void aBudgetGoesToTheNoisierHalf() {
    assertThat(RoundSelection.next(within(10_000), plan, 5, rounds(5)))
        .containsExactlyInAnyOrder(noisyOne, noisyOther);
  }

  @Test
  void aRoundThatWasCutOffIsTheSameWhenItGoesOn() {
    List<CellResult> cutOff = new ArrayList<>(rounds(12));
    List<Cell> whole = RoundSelection.next(until(0.03), plan, 12, cutOff);
    cutOff.add(measured(whole.get(0), 12, 1e9));
    assertThat(RoundSelection.next(until(0.03), plan, 12, cutOff)).isEqualTo(whole);
  }
}
