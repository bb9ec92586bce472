package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Value sizes against numbers taken from the real samples, see the decision note. */
class SizesTest {

  @Test
  void fineFoodsAreAsLongAsTheSample() {
    int[] sizes = Samples.valueSizes(RecordGenerator.fineFoods(42), 100_000);

    assertSizes(sizes, 454, 327, 843, 1969);
  }

  @Test
  void reviewsHaveAMeanOfOneKilobyteAndALongTail() {
    int[] sizes = Samples.valueSizes(RecordGenerator.reviews(42), 100_000);

    // Log-normal, median 570 and sigma 0.97, plus 58 bytes of other fields; the mean is published.
    assertSizes(sizes, 1000, 628, 2034, 5502);
  }

  @Test
  void articlesAreAsLongAsTheSampleAndHalfOfThemAreRedirects() {
    int[] sizes = Samples.valueSizes(RecordGenerator.articles(42), 8_000);
    int redirects = (int) Arrays.stream(sizes).filter(size -> size < 200).count();
    int[] articles = Arrays.copyOfRange(sizes, redirects, sizes.length);

    assertThat(redirects / 8_000.0).isCloseTo(100 / 206.0, withinPercentage(5));
    assertThat(mean(sizes)).isCloseTo(27_925, withinPercentage(10));
    assertThat(quantile(sizes, 0.90)).isCloseTo(96_986, withinPercentage(10));
    assertSizes(articles, 54_220, 41_439, 133_472, 179_176);
  }

  private static void assertSizes(int[] sizes, int mean, int p50, int p90, int p99) {
    assertThat(mean(sizes)).as("mean").isCloseTo(mean, withinPercentage(10));
    assertThat(quantile(sizes, 0.50)).as("p50").isCloseTo(p50, withinPercentage(10));
    assertThat(quantile(sizes, 0.90)).as("p90").isCloseTo(p90, withinPercentage(10));
    assertThat(quantile(sizes, 0.99)).as("p99").isCloseTo(p99, withinPercentage(10));
  }

  private static double mean(int[] sizes) {
    return Arrays.stream(sizes).average().orElseThrow();
  }

  private static double quantile(int[] sorted, double quantile) {
    return sorted[(int) (sorted.length * quantile)];
  }
}
