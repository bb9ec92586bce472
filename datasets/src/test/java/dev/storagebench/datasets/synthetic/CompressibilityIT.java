package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How well generated records compress, against what was measured on real ones. */
class CompressibilityIT {
  /** 1001 reviews in key order, keys and values. */
  private static final Map<String, Double> REAL_FINE_FOODS =
      Map.of(
          "lz4-4k",
          1.339,
          "snappy-4k",
          1.346,
          "zstd-4k",
          1.912,
          "lz4-16k",
          1.494,
          "snappy-16k",
          1.503,
          "zstd-16k",
          2.133,
          "lz4-whole",
          1.592,
          "snappy-whole",
          1.615,
          "zstd-whole",
          2.552);

  /** The same in random order. */
  private static final Map<String, Double> REAL_FINE_FOODS_SHUFFLED =
      Map.of(
          "lz4-4k",
          1.278,
          "snappy-4k",
          1.280,
          "zstd-4k",
          1.822,
          "lz4-16k",
          1.417,
          "snappy-16k",
          1.421,
          "zstd-16k",
          2.018,
          "lz4-whole",
          1.505,
          "snappy-whole",
          1.529,
          "zstd-whole",
          2.512);

  /** 206 pages, titles and texts. */
  private static final Map<String, Double> REAL_ARTICLES =
      Map.of(
          "lz4-4k",
          1.464,
          "snappy-4k",
          1.471,
          "zstd-4k",
          2.052,
          "lz4-16k",
          1.662,
          "snappy-16k",
          1.662,
          "zstd-16k",
          2.338,
          "lz4-whole",
          1.794,
          "snappy-whole",
          1.795,
          "zstd-whole",
          2.852);

  private static final int FINE_FOODS_BYTES = 479_663;
  private static final int ARTICLES_BYTES = 5_755_573;

  @Test
  void fineFoodsInKeyOrderCompressLikeTheSample() throws IOException {
    assertClose(Compressibility.measure(fineFoodsInKeyOrder()), REAL_FINE_FOODS);
  }

  /** The real file is in the order of its products too. */
  @Test
  void fineFoodsInOrderOfInsertionCompressLikeTheSample() throws IOException {
    byte[] generated = Samples.first(Samples.fineFoods(42), FINE_FOODS_BYTES);

    assertClose(Compressibility.measure(generated), REAL_FINE_FOODS);
  }

  @Test
  void fineFoodsInRandomOrderCompressLikeTheShuffledSample() throws IOException {
    byte[] generated = Samples.shuffled(Samples.fineFoods(42), 568_454, FINE_FOODS_BYTES);

    assertClose(Compressibility.measure(generated), REAL_FINE_FOODS_SHUFFLED);
  }

  @Test
  void articlesCompressLikeTheSample() throws IOException {
    assertClose(Compressibility.measure(articles()), REAL_ARTICLES);
  }

  @Test
  void longerArticlesCompressLikeThoseOfTheSample() throws IOException {
    byte[] longer =
        Samples.first(
            new RecordGenerator(new ArticleWriter(48 << 10, 42), ARTICLES_BYTES), ARTICLES_BYTES);

    assertClose(Compressibility.measure(longer), Compressibility.measure(articles()));
  }

  @Test
  void fineFoodsCompressLikeTheFileAtHand() throws IOException {
    byte[] real = RealSamples.fineFoods();

    assertClose(Compressibility.measure(fineFoodsInKeyOrder()), Compressibility.measure(real));
  }

  @Test
  void articlesCompressLikeTheFileAtHand() throws IOException {
    byte[] real = RealSamples.articles();

    assertClose(Compressibility.measure(articles()), Compressibility.measure(real));
  }

  /** A slice of as many records as the sample, out of as many as the whole real set has. */
  private static byte[] fineFoodsInKeyOrder() {
    return Samples.inKeyOrder(Samples.fineFoods(42), 568_454, "B00C", 1001);
  }

  private static byte[] articles() {
    return Samples.first(Samples.articles(42), ARTICLES_BYTES);
  }

  private static void assertClose(Map<String, Double> generated, Map<String, Double> real) {
    assertThat(generated).hasSameSizeAs(real);
    generated.forEach(
        (what, ratio) ->
            assertThat(ratio)
                .as("%s of %s, real %s", what, generated, real)
                .isCloseTo(real.get(what), withinPercentage(10)));
  }
}
