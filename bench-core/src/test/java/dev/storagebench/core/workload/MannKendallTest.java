package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.junit.jupiter.api.Test;

class MannKendallTest {

  private static List<Double> figures(double... values) {
    return DoubleStream.of(values).boxed().collect(Collectors.toList());
  }

  @Test
  void tooFewFiguresAreNotSteady() {
    assertThat(MannKendall.noTrend(figures(5, 5, 5, 5, 5, 5, 5))).isFalse();
  }

  @Test
  void aRiseAndAFallAreTrends() {
    assertThat(MannKendall.noTrend(figures(1, 2, 3, 4, 5, 6, 7, 8))).isFalse();
    assertThat(MannKendall.noTrend(figures(80, 70, 61, 50, 42, 30, 25, 20))).isFalse();
  }

  @Test
  void onlyTheLatestFiguresCount() {
    assertThat(MannKendall.noTrend(figures(1, 2, 3, 50, 49, 51, 50, 49, 51, 50, 49))).isTrue();
  }

  @Test
  void aRiseTooSmallToMatterIsNone() {
    assertThat(MannKendall.noTrend(figures(1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007)))
        .isTrue();
  }

  @Test
  void noiseAloneIsSeldomTakenForATrend() {
    SplitMix64 random = new SplitMix64(7);
    int trends = 0;
    for (int trial = 0; trial < 10_000; trial++) {
      List<Double> noise = new ArrayList<>();
      for (int i = 0; i < MannKendall.WINDOW; i++) {
        noise.add(100 + 50 * random.nextDouble());
      }
      trends += MannKendall.noTrend(noise) ? 0 : 1;
    }
    // Kendall's table has 6.2 % for eight figures.
    assertThat(trends).isBetween(520, 720);
  }
}
