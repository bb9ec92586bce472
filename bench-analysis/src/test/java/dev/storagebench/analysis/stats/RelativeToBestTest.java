package dev.storagebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RelativeToBestTest {
  private static final double PRECISE = 1e-6;

  private static Series series(String name, double... speeds) {
    SortedMap<Integer, Double> rounds = new TreeMap<>();
    for (int i = 0; i < speeds.length; i++) {
      rounds.put(i, speeds[i]);
    }
    return new Series(name, rounds);
  }

  /** Of two contenders it is the paired t interval; here of scipy.stats.ttest_rel on logarithms. */
  @Test
  void twoContendersGetThePairedIntervalOfTheirLogarithms() {
    List<Ratio> ratios =
        RelativeToBest.of(
            List.of(series("slow", 98, 103, 95, 99), series("fast", 110, 112, 107, 113)));
    assertThat(ratios.get(0).name()).isEqualTo("fast");
    assertThat(ratios.get(0).verdict()).isEqualTo(Verdict.BEST);
    Ratio slow = ratios.get(1);
    assertThat(slow.rounds()).isEqualTo(4);
    assertThat(slow.ratio()).isCloseTo(0.89348506, within(PRECISE));
    assertThat(slow.low()).isCloseTo(0.86474176, within(PRECISE));
    assertThat(slow.high()).isCloseTo(0.92318375, within(PRECISE));
    assertThat(slow.verdict()).isEqualTo(Verdict.SLOWER);
  }

  @Test
  void aSentenceHasTheIntervalOrSaysWhyThereIsNone() {
    Series fast = series("fast", 110, 112);
    assertThat(RelativeToBest.of(List.of(series("slow", 55, 56), fast)).get(1).text())
        .matches("0\\.50 × \\(0\\.\\d\\d to 0\\.\\d\\d\\)");
    assertThat(RelativeToBest.of(List.of(series("slow", 55), fast)).get(1).text())
        .isEqualTo("0.50 × (one round)");
    assertThat(RelativeToBest.of(List.of(series("slow", 1, 90), fast)).get(1).text())
        .isEqualTo("0.085 × (the interval is too wide to say anything)");
  }

  /** A machine that halves its speed in a round hits all alike. */
  @Test
  void whatHitsAWholeRoundIsNoNoise() {
    List<Ratio> steady =
        RelativeToBest.of(List.of(series("a", 10, 10.1, 9.9), series("b", 9, 9.2, 9.1)));
    List<Ratio> drifting =
        RelativeToBest.of(List.of(series("a", 10, 5.05, 39.6), series("b", 9, 4.6, 36.4)));
    assertThat(drifting.get(1).low()).isCloseTo(steady.get(1).low(), within(PRECISE));
    assertThat(drifting.get(1).high()).isCloseTo(steady.get(1).high(), within(PRECISE));
  }

  /** The same by an independent implementation in Python, with Smyth's prior. */
  @Test
  void severalContendersGetShrunkVariancesAndAllowForEveryPair() {
    List<Ratio> ratios =
        RelativeToBest.of(
            List.of(
                series("a", 100, 104, 99),
                series("b", 97, 103, 92),
                series("c", 61, 60, 66),
                series("d", 20, 29, 24)));
    assertThat(ratios).extracting(Ratio::name).containsExactly("a", "b", "c", "d");
    double[][] expected = {
      {0.96288869, 0.71809004, 1.29113979},
      {0.61676373, 0.44982290, 0.84566060},
      {0.23822659, 0.15033660, 0.37749895}
    };
    for (int i = 0; i < expected.length; i++) {
      assertThat(ratios.get(i + 1).ratio()).isCloseTo(expected[i][0], within(PRECISE));
      assertThat(ratios.get(i + 1).low()).isCloseTo(expected[i][1], within(PRECISE));
      assertThat(ratios.get(i + 1).high()).isCloseTo(expected[i][2], within(PRECISE));
    }
    assertThat(ratios)
        .extracting(Ratio::verdict)
        .containsExactly(Verdict.BEST, Verdict.NO_DIFFERENCE_SHOWN, Verdict.SLOWER, Verdict.SLOWER);
  }

  /** The noise of a workload is its own: that of times does not widen the intervals of reads. */
  @Test
  void aNoisyWorkloadLeavesTheOthersOfTheRunAsTheyAre() {
    RelativeToBest.Table reads = table(1);
    List<Ratio> alone = RelativeToBest.ofRun(List.of(reads)).get(0);
    List<Ratio> beside = RelativeToBest.ofRun(List.of(reads, table(20))).get(0);
    for (int i = 1; i < alone.size(); i++) {
      assertThat(beside.get(i).low()).isGreaterThan(alone.get(i).low() * 0.97);
    }
  }

  private static RelativeToBest.Table table(double noise) {
    return new RelativeToBest.Table(
        List.of(
            series("a", 100, 100 + noise, 100 - noise, 100),
            series("b", 90 + noise, 90, 90, 90 - noise),
            series("c", 80, 80 - noise, 80, 80 + noise)),
        Set.of(),
        null);
  }

  /** An interval over more than two decades is no information. */
  @Test
  void anUndecidedRatioSaysHowManyRoundsWouldDecide() {
    Ratio wide = RelativeToBest.of(List.of(series("a", 9, 1, 9), series("b", 1, 9, 2))).get(1);
    assertThat(wide.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(wide.low()).isNaN();
    assertThat(wide.high()).isNaN();
    assertThat(wide.roundsNeeded()).isGreaterThan(20);
    Ratio close = RelativeToBest.of(List.of(series("a", 9, 7, 9), series("b", 7, 8, 7.5))).get(1);
    assertThat(close.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(close.low()).isLessThan(1 / Ratio.DIFFERENCE);
    assertThat(close.high()).isGreaterThan(1);
    assertThat(close.roundsNeeded()).isBetween(4, wide.roundsNeeded() - 1);
  }

  /** Seven engines, two rounds, some far noisier than the others. */
  @Test
  void twoRoundsOrderWhatDiffersFarBeyondAnyNoise() {
    List<Ratio> ratios =
        RelativeToBest.of(
            List.of(
                series("lmdb", 1_300_000, 1_360_000),
                series("rocksdb", 571_000, 598_000),
                series("mvstore", 536_000, 560_000),
                series("sqlite", 209_000, 219_000),
                series("je", 255_000, 180_000),
                series("h2", 85_000, 89_000),
                series("xodus", 52_000, 51_000)));
    assertThat(ratios.get(6).name()).isEqualTo("xodus");
    assertThat(ratios.get(6).verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(ratios.get(5).verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(ratios.get(1).verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void aRiseIsShownByTheMeanOverRounds() {
    assertThat(series("six", 1.04, 1.09, 1.06, 1.11, 0.99, 1.08).showsRise()).isTrue();
    assertThat(series("noisy", 1.3, 0.8, 1.2, 0.9, 1.1, 0.85).showsRise()).isFalse();
    assertThat(series("two", 1.25, 1.2).showsRise()).isTrue();
    assertThat(series("one", 1.3).showsRise()).isTrue();
    assertThat(series("one", 1.2).showsRise()).isFalse();
    assertThat(series("falls", 0.5, 0.6, 0.5).showsRise()).isFalse();
  }

  @Test
  void oneRoundShowsNothing() {
    Ratio other = RelativeToBest.of(List.of(series("a", 100), series("b", 1))).get(1);
    assertThat(other.verdict()).isEqualTo(Verdict.TOO_FEW_ROUNDS);
    assertThat(other.ratio()).isCloseTo(0.01, within(PRECISE));
    assertThat(other.low()).isNaN();
  }

  @Test
  void onlyRoundsThatBothHaveAreCompared() {
    SortedMap<Integer, Double> late = new TreeMap<>();
    late.put(1, 50.0);
    late.put(2, 49.0);
    late.put(7, 1000.0);
    Ratio ratio =
        RelativeToBest.of(List.of(series("a", 1e6, 100, 100, 1e6), new Series("b", late))).get(1);
    assertThat(ratio.rounds()).isEqualTo(2);
    assertThat(ratio.ratio()).isCloseTo(Math.sqrt(0.5 * 0.49), within(PRECISE));
  }

  @Test
  void equalFiguresAreNoDifference() {
    Ratio same = RelativeToBest.of(List.of(series("a", 5, 5, 5), series("b", 5, 5, 5))).get(1);
    assertThat(same.verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
    assertThat(same.ratio()).isCloseTo(1, within(PRECISE));
  }

  @Test
  void whoHasNoRoundIsLeftOut() {
    assertThat(RelativeToBest.of(List.of(series("a", 1, 2), series("none"))))
        .extracting(Ratio::name)
        .containsExactly("a");
    assertThat(RelativeToBest.of(List.of())).isEmpty();
  }

  @Test
  void aSpeedWithoutLogarithmIsRefused() {
    assertThatThrownBy(() -> series("a", 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a: invalid speed 0.0 in round 1");
  }

  @Test
  void theGeometricMeanTakesRoundsThatAllWorkloadsHave() {
    Series mean =
        Series.geometricMean("a", List.of(series("reads", 4, 9, 1), series("writes", 1, 4)));
    assertThat(mean.speeds()).containsOnlyKeys(0, 1);
    assertThat(mean.speeds().get(0)).isCloseTo(2, within(PRECISE));
    assertThat(mean.speeds().get(1)).isCloseTo(6, within(PRECISE));
  }

  /** As scipy.stats.ttest_ind(equal_var=False) on logarithms gives it. */
  @Test
  void twoRunsGetTheIntervalOfWelch() {
    Ratio ratio = TwoRuns.of(series("x", 100, 103, 99, 101), series("x", 94, 92, 97), 1);
    assertThat(ratio.ratio()).isCloseTo(0.93619006, within(PRECISE));
    assertThat(ratio.low()).isCloseTo(0.88705758, within(PRECISE));
    assertThat(ratio.high()).isCloseTo(0.98804389, within(PRECISE));
    assertThat(ratio.verdict()).isEqualTo(Verdict.SLOWER);
  }

  @Test
  void inverseTrigammaInverts() {
    for (double x : new double[] {0.01, 0.3, 1, 2.5, 17, 400, 1e5}) {
      double value = org.apache.commons.numbers.gamma.Trigamma.value(x);
      assertThat(EmpiricalBayesVariances.inverseTrigamma(value) / x).isCloseTo(1, within(1e-6));
    }
  }
}
