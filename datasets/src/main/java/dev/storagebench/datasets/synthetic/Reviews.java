package dev.storagebench.datasets.synthetic;

/** The two kinds of generated reviews: their numbers and the language they share. */
final class Reviews {
  /** Made once: it does not depend on the seed. */
  private static final Language LANGUAGE = new Language(1, 30_000, 8192, 1.0, 1.5, 0);

  /** Quantiles of finefoods values. */
  private static final SizeTable FINE_FOODS_SIZES =
      new SizeTable(
          0, 90, 1_000, 130, 10_000, 176, 25_000, 226, 50_000, 327, 75_000, 537, 90_000, 843,
          95_000, 1163, 99_000, 1969, 99_900, 3037, 100_000, 5407);

  private static final SizeTable MOVIE_SIZES =
      new SizeTable(
          0, 120, 1_000, 170, 10_000, 240, 25_000, 360, 50_000, 680, 75_000, 1280, 90_000, 2320,
          95_000, 3200, 99_000, 5500, 99_900, 9000, 100_000, 24_000);

  private static final int[] FINE_FOODS_SHARES = {3, 4, 6, 8, 10, 10, 9, 7, 4, 3};
  private static final int[] MOVIE_SHARES = {3, 4, 6, 7, 8, 8, 8, 8, 6, 4, 2};

  private Reviews() {}

  static RecordWriter fineFoods(long seed) {
    return new ReviewWriter(
        LANGUAGE,
        new ReviewModel(FINE_FOODS_SIZES, 110, 16, 300, 100),
        new ReviewKeys(seed, FINE_FOODS_SHARES, 14, 18),
        seed);
  }

  static RecordWriter movies(long seed) {
    return new ReviewWriter(
        LANGUAGE,
        new ReviewModel(MOVIE_SIZES, 110, 16, 300, 100),
        new ReviewKeys(seed, MOVIE_SHARES, 16, 20),
        seed);
  }
}
