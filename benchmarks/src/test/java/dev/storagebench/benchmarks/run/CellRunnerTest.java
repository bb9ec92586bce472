package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.turns.Turns.Turn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellRunnerTest {
  private static final Turn TURN = new Turn(15, 25);

  /** The cycles in which a fork whose turns take so long works, out of 72. */
  private static List<Integer> cycles(long turnNanos) {
    List<Integer> cycles = new ArrayList<>();
    long worked = 0;
    for (int cycle = 0; cycle < 72; cycle++) {
      if (CellRunner.isDue(worked, TURN, cycle)) {
        cycles.add(cycle);
        worked += turnNanos;
      }
    }
    return cycles;
  }

  @Test
  void oneThatKeepsItsTurnsHasThemAll() {
    assertThat(cycles(25)).hasSize(72);
  }

  @Test
  void longOperationsAreSpreadOverTheWholeSet() {
    assertThat(cycles(200)).containsExactly(0, 8, 16, 24, 32, 40, 48, 56, 64);
    assertThat(cycles(26)).hasSize(70).endsWith(71);
  }

  @Test
  void mostOfATurnCounts() {
    assertThat(CellRunner.longEnough(TURN, 6)).isEqualTo(TURN);
    assertThat(CellRunner.longEnough(TURN, 200)).isEqualTo(new Turn(15, 800));
    assertThat(CellRunner.longEnough(TURN, 3_000_000_000L)).isEqualTo(new Turn(15, 1_000_000_000));
  }
}
