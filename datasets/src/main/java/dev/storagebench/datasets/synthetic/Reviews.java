package dev.storagebench.datasets.synthetic;

/** The two kinds of generated reviews: their numbers and the language they share. */
final class Reviews {
  /** Made once: it does not depend on the seed. */
  private static final Language LANGUAGE =
      new Language(1, FunctionWords.PERSONAL, 32_000, 8192, 1.34, 6.5, 3);

  /** Quantiles of the values of a sample of 1001 reviews of fine foods. */
  static final SizeTable FINE_FOODS_SIZES =
      new SizeTable(
          0, 90, 1000, 130, 5000, 161, 10000, 176, 25000, 226, 40000, 284, 50000, 327, 60000, 404,
          70000, 481, 75000, 537, 80000, 614, 85000, 707, 90000, 843, 95000, 1163, 98000, 1668,
          99000, 1969, 99900, 3037, 100000, 5407);

  /**
   * A log-normal text of median 570 bytes and sigma 0.97, and 58 bytes of other fields: with a mean
   * near the published 1 KB. No sample of films was at hand.
   */
  static final SizeTable MOVIE_SIZES =
      new SizeTable(
          0, 80, 1000, 118, 5000, 174, 10000, 222, 20000, 310, 30000, 401, 40000, 504, 50000, 628,
          60000, 787, 70000, 1006, 80000, 1347, 85000, 1616, 90000, 2034, 95000, 2869, 97500, 3873,
          99000, 5502, 99500, 6992, 99900, 11478, 99990, 21075, 100000, 30693);

  /** 74,000 products for 568,000 reviews, as published. */
  static final int[] FINE_FOODS_SHARES = {2, 2, 3, 6, 9, 12, 12, 9, 6, 3};

  /** 253,000 products for 7.9 million reviews, as published. */
  static final int[] MOVIE_SHARES = {9, 8, 7, 6, 6, 6, 5, 5, 5, 4, 3};

  private Reviews() {}

  static RecordWriter fineFoods(long seed) {
    return fineFoods(LANGUAGE, new ReviewModel(FINE_FOODS_SIZES, 100, 4, 440, 350), seed);
  }

  static RecordWriter fineFoods(Language language, ReviewModel model, long seed) {
    long ownSeed = seed ^ 0x464F_4F44_53L;
    return new ReviewWriter(
        language, model, new ReviewKeys(ownSeed, FINE_FOODS_SHARES, 14, 18), ownSeed);
  }

  static RecordWriter movies(long seed) {
    long ownSeed = seed ^ 0x4D4F_5649_4553L;
    return new ReviewWriter(
        LANGUAGE,
        new ReviewModel(MOVIE_SIZES, 100, 8, 440, 350),
        new ReviewKeys(ownSeed, MOVIE_SHARES, 14, 20),
        ownSeed);
  }
}
