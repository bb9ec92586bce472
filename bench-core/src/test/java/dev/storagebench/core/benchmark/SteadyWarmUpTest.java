package dev.storagebench.core.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.SeriesPoint;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a throughput no longer rises, by series like those of engines on two processors. */
class SteadyWarmUpTest {
  private static final int WINDOWS = 40;
  private static final int TRIALS = 1_000;

  /** The share of series that rise; the argument of the speed runs from 0 to 1. */
  private static double rising(DoubleUnaryOperator speed, double noise) {
    Random random = new Random(7);
    return IntStream.range(0, TRIALS)
            .filter(
                trial ->
                    SeriesPoint.trend(
                            IntStream.rangeClosed(1, WINDOWS)
                                .mapToObj(
                                    i ->
                                        speed.applyAsDouble(i / (double) WINDOWS)
                                            * Math.exp(noise * random.nextGaussian()))
                                .toList())
                        > 1)
            .count()
        / (double) TRIALS;
  }

  @Test
  void aConstantThroughputDoesNotRiseOnAnyMachine() {
    for (double noise : new double[] {0, 0.01, 0.05, 0.2, 0.5}) {
      assertThat(rising(t -> 100, noise)).as("noise %s", noise).isLessThan(0.1);
    }
  }

  @Test
  void aThroughputThatGrowsByATenthPerDoublingOfTheTimeRises() {
    assertThat(rising(t -> 100 + 10 * Math.log(t) / Math.log(2), 0.005)).isGreaterThan(0.95);
    assertThat(rising(t -> 100 * Math.sqrt(t), 0.05)).isGreaterThan(0.95);
  }

  @Test
  void onlyTheSecondHalfCounts() {
    assertThat(rising(t -> t < 0.4 ? 10 : 100, 0.01)).isZero();
  }

  @Test
  void aFallIsNoRise() {
    assertThat(rising(t -> 100 / (1 + t), 0.05)).isZero();
  }

  @Test
  void aStallIsNotItsEnd() {
    assertThat(SteadyWarmUp.stalls(windows(t -> t < 0.75 ? 7000 : 6))).isTrue();
    assertThat(SteadyWarmUp.stalls(windows(t -> t < 0.7 || t > 0.8 ? 7000 : 6))).isFalse();
    assertThat(SteadyWarmUp.stalls(windows(t -> 100 / (1 + 3 * t)))).isFalse();
  }

  private static List<Double> windows(DoubleUnaryOperator speed) {
    return IntStream.rangeClosed(1, WINDOWS)
        .mapToObj(i -> speed.applyAsDouble(i / (double) WINDOWS))
        .toList();
  }
}
