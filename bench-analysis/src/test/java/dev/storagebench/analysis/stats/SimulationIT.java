package dev.storagebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the intervals promise, with a fixed seed: the same figures in every run of this test. */
class SimulationIT {
  private static final int RUNS = 2000;
  // 5 %, and three standard errors of 2000 runs.
  private static final double FIVE_PERCENT = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / RUNS);

  @ParameterizedTest
  @CsvSource({"2,3", "2,5", "2,10", "2,20", "5,2", "5,3", "5,10", "10,3"})
  void equalContendersAreToldApartInFivePercentAtMost(int contenders, int rounds) {
    assertThat(Simulation.falseAlarms(Noise.equal(contenders, 0.03), rounds, RUNS))
        .isBetween(0.001, FIVE_PERCENT);
    assertThat(Simulation.falseAlarms(Noise.mixed(contenders, 0.03), rounds, RUNS))
        .isLessThan(FIVE_PERCENT);
    assertThat(Simulation.falseAlarms(Noise.equal(contenders, 0.03).withTail(0.1), rounds, RUNS))
        .isLessThan(FIVE_PERCENT);
  }

  /** Two rounds are ordered by a bound of the noise; it holds on a machine that builds besides. */
  @ParameterizedTest
  @CsvSource({"2,2", "2,3", "5,2", "10,2"})
  void twoRoundsOnABusyMachineRaiseNoMoreFalseAlarms(int contenders, int rounds) {
    assertThat(Simulation.falseAlarms(Noise.equal(contenders, 0.3), rounds, RUNS))
        .isLessThan(FIVE_PERCENT);
    assertThat(Simulation.falseAlarms(Noise.mixed(contenders, 0.1), rounds, RUNS))
        .isLessThan(FIVE_PERCENT);
    assertThat(Simulation.found(Noise.equal(contenders, 0.1), 0.9, rounds, RUNS))
        .isGreaterThan(0.9);
  }

  /** Why there is no bootstrap. */
  @Test
  void aPercentileBootstrapOfThreeRoundsRaisesManyFalseAlarms() {
    assertThat(Simulation.falseAlarmsOfBootstrap(Noise.equal(2, 0.03), 3, RUNS))
        .isGreaterThan(0.15);
  }

  @Test
  void threePercentAreFoundWithRoundsEnough() {
    assertThat(Simulation.found(Noise.equal(2, 0.01), 0.03, 8, RUNS)).isGreaterThan(0.95);
    assertThat(Simulation.found(Noise.equal(2, 0.02), 0.03, 20, RUNS)).isGreaterThan(0.95);
    assertThat(Simulation.found(Noise.equal(2, 0.02), 0.03, 3, RUNS)).isLessThan(0.5);
  }

  @Test
  void aRunThatStopsWhenItIsPreciseRaisesNoMoreFalseAlarms() {
    double[] stopped =
        Simulation.stopped(Noise.equal(2, 0.02), 0.03, Precision.MIN_ROUNDS, 100, 1000);
    assertThat(stopped[0]).isLessThan(0.08);
  }

  /** At the noise that the default run had on two virtual cores. */
  @Test
  void theDefaultRunFindsWhatMattersAndRaisesFewFalseAlarms() {
    QuickSimulation quick = QuickSimulation.at(1, 6);
    assertThat(quick.calledSlower(1, RUNS))
        .allSatisfy((name, called) -> assertThat(called.any()).as(name).isLessThan(FIVE_PERCENT));
    assertThat(quick.calledSlower(Ratio.DIFFERENCE, RUNS))
        .hasEntrySatisfying("reads", called -> assertThat(called.each()).isGreaterThan(0.95))
        .hasEntrySatisfying("p50", called -> assertThat(called.each()).isGreaterThan(0.95))
        .hasEntrySatisfying("mix", called -> assertThat(called.each()).isGreaterThan(0.95));
  }
}
