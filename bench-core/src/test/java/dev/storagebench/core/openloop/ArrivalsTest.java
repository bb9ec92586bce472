package dev.storagebench.core.openloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.core.workload.Seeds;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final long START = 1_000_000_007L;
  private static final double GAP = 12_345.678;

  private static Arrivals poisson(long seed, int thread) {
    return new Arrivals.Poisson(new Seeds(seed, 0).generator(thread, Seeds.Purpose.ARRIVALS), GAP);
  }

  private static long[] draw(Arrivals arrivals, int count) {
    arrivals.begin(START);
    return LongStream.generate(arrivals::next).limit(count).toArray();
  }

  @Test
  void randomArrivalsDependOnSeedAndThreadOnly() {
    assertThat(draw(poisson(1, 0), 1000)).isEqualTo(draw(poisson(1, 0), 1000));
    assertThat(draw(poisson(1, 0), 1000)).isNotEqualTo(draw(poisson(2, 0), 1000));
    assertThat(draw(poisson(1, 0), 1000)).isNotEqualTo(draw(poisson(1, 1), 1000));
  }

  /**
   * Gaps of a Poisson process are exponential: their deviation is their mean, a third are longer.
   */
  @Test
  void randomArrivalsKeepTheRateAndAreExponential() {
    int count = 1_000_000;
    long[] times = draw(poisson(1, 0), count);
    double[] gaps = new double[count - 1];
    Arrays.setAll(gaps, i -> times[i + 1] - times[i]);
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double variance = Arrays.stream(gaps).map(gap -> (gap - mean) * (gap - mean)).sum() / count;
    assertThat(mean).isCloseTo(GAP, within(GAP * 0.005));
    assertThat(Math.sqrt(variance)).isCloseTo(GAP, within(GAP * 0.01));
    assertThat((double) Arrays.stream(gaps).filter(gap -> gap > GAP).count() / count)
        .isCloseTo(Math.exp(-1), within(0.005));
    assertThat(times).isSorted();
  }

  @Test
  void anIterationBeginsWithTheArrivalsThatFollowIt() {
    Arrivals random = poisson(1, 0);
    random.begin(START);
    long first = random.next();
    assertThat(first).isGreaterThan(START);
    random.begin(START + 1_000_000_000);
    assertThat(random.next()).isGreaterThan(START + 1_000_000_000);
  }
}
