package dev.storagebench.sql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class KeyDistributionTest {
  private static final int ROWS = 10_000;
  private static final int DRAWS = 100_000;

  private static double share(KeyDistribution choice, LongPredicate of) {
    LongSupplier chooser = choice.over(ROWS, new XoRoShiRo128PlusPlus(1, 2));
    int found = 0;
    for (int i = 0; i < DRAWS; i++) {
      found += of.test(chooser.getAsLong()) ? 1 : 0;
    }
    return (double) found / DRAWS;
  }

  @ParameterizedTest
  @EnumSource(KeyDistribution.class)
  void drawsRowsThatAreThere(KeyDistribution choice) {
    assertThat(share(choice, id -> id >= 1 && id <= ROWS)).isEqualTo(1);
  }

  @Test
  void specialHitsTheMiddleHundredthThreeTimesOfFour() {
    double share = share(KeyDistribution.SPECIAL, id -> id > 4950 && id <= 5050);
    // The other quarter is bell-shaped over all rows, with about 5 % of it there.
    assertThat(share).isCloseTo(0.75 + 0.25 * 0.048, within(0.01));
  }

  @Test
  void paretoHitsTheFirstFifthFourTimesOfFive() {
    assertThat(share(KeyDistribution.PARETO, id -> id <= ROWS / 5)).isCloseTo(0.8, within(0.01));
  }

  @Test
  void zipfianLikesTheFirstRowMost() {
    assertThat(share(KeyDistribution.ZIPFIAN, id -> id == 1))
        .isGreaterThan(20 * share(KeyDistribution.ZIPFIAN, id -> id == 100));
  }
}
