package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Value sizes against numbers taken from the real samples, see the decision note. */
class SizesIT {
  /** In the middle between 1656 and 2026, the two that stand in the middle of the sample. */
  private static final int ARTICLES_MEDIAN = 1841;

  @Test
  void fineFoodsAreAsLongAsTheSample() {
    int[] sizes = Samples.valueSizes(Samples.fineFoods(42), 100_000);

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
    int[] sizes = Samples.valueSizes(Samples.articles(42), 8_000);
    int redirects = (int) Arrays.stream(sizes).filter(size -> size < 200).count();
    int[] articles = Arrays.copyOfRange(sizes, redirects, sizes.length);

    assertThat(redirects / 8_000.0).isCloseTo(100 / 206.0, withinPercentage(1));
    assertSizes(sizes, 27_925, ARTICLES_MEDIAN, 96_986, 173_688);
    assertSizes(articles, 54_220, 41_439, 133_472, 179_176);
  }

  /** Every quantile is multiplied alike, but redirects stay as they are. */
  @ParameterizedTest
  @ValueSource(ints = {8 << 10, 48 << 10, 300 << 10})
  void articlesHaveTheMeanThatIsAskedFor(int meanBytes) {
    int[] sizes =
        Samples.valueSizes(new RecordGenerator(new ArticleWriter(meanBytes, 42), 2_000), 2_000);
    int[] own = Samples.valueSizes(Samples.articles(42), 2_000);
    double factor = meanBytes / 27_768.0;

    assertThat(mean(sizes)).isCloseTo(meanBytes, withinPercentage(10));
    assertThat(quantile(sizes, 0.25)).isEqualTo(quantile(own, 0.25));
    for (double quantile : new double[] {0.7, 0.9, 0.99}) {
      assertThat(quantile(sizes, quantile))
          .as("quantile %s", quantile)
          .isCloseTo(factor * quantile(own, quantile), withinPercentage(10));
    }
  }

  /** The median depends on the share of redirects, so on how they are spread over few records. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void twoThousandArticlesHaveTheMedianOfTheSample(long seed) {
    int[] sizes = Samples.valueSizes(Samples.articles(seed), 2_000);

    assertThat(quantile(sizes, 0.50)).isCloseTo(ARTICLES_MEDIAN, withinPercentage(10));
  }

  @Test
  void fineFoodsAreAsLongAsTheFileAtHand() throws IOException {
    int[] real = RealSamples.fineFoodsSizes();

    assertLike(Samples.valueSizes(Samples.fineFoods(42), 100_000), real);
  }

  @Test
  void articlesAreAsLongAsTheFileAtHand() throws IOException {
    int[] real = RealSamples.articleSizes();

    assertLike(Samples.valueSizes(Samples.articles(42), 8_000), real);
  }

  private static void assertLike(int[] sizes, int[] real) {
    assertSizes(
        sizes, mean(real), quantile(real, 0.50), quantile(real, 0.90), quantile(real, 0.99));
  }

  private static void assertSizes(int[] sizes, double mean, double p50, double p90, double p99) {
    assertThat(mean(sizes)).as("mean").isCloseTo(mean, withinPercentage(10));
    assertThat(quantile(sizes, 0.50)).as("p50").isCloseTo(p50, withinPercentage(10));
    assertThat(quantile(sizes, 0.90)).as("p90").isCloseTo(p90, withinPercentage(10));
    assertThat(quantile(sizes, 0.99)).as("p99").isCloseTo(p99, withinPercentage(10));
  }

  private static double mean(int[] sizes) {
    return Arrays.stream(sizes).average().orElseThrow();
  }

  /** With a straight line between neighbours: those of the real median are 370 bytes apart. */
  private static double quantile(int[] sorted, double quantile) {
    double place = (sorted.length - 1) * quantile;
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
