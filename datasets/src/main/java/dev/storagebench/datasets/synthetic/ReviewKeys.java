package dev.storagebench.datasets.synthetic;

/**
 * The keys of generated reviews: a product's id, a space, a user's id; no two indexes share one.
 *
 * <p>The indexes are cut into epochs of {@value #EPOCH}. A permutation takes an index to a place in
 * its epoch; places are dealt to products in runs of 1, 2, 4 … places, so that a few products have
 * many reviews. All epochs deal to the same products. An index is thus a pair of product and rank
 * among that product's reviews, and each product sends its ranks to users by a permutation of its
 * own: never twice to the same user. Users come in three circles, a few busy ones and many casual
 * ones; a product with more ranks than a circle has users goes on among users that review once.
 */
final class ReviewKeys {
  /** One more than the highest index. */
  static final long INDEX_LIMIT = 1L << 40;

  private static final int EPOCH_BITS = 20;
  private static final int EPOCH = 1 << EPOCH_BITS;
  private static final int DIGIT_ID_MASK = 7;

  private final long seed;
  private final int[] sixtyFourths;
  private final int busyBits;
  private final int casualBits;

  private long product;
  private long user;

  /**
   * @param sixtyFourths how many 64ths of all reviews go to products with 1, 2, 4 … reviews an
   *     epoch; together 64
   * @param busyBits the middle circle has {@code 2^busyBits} users, the busiest 1/64 of it
   * @param casualBits the outer circle has {@code 2^casualBits} users
   */
  ReviewKeys(long seed, int[] sixtyFourths, int busyBits, int casualBits) {
    this.seed = SplitMix.mix(seed ^ 0x4B45_5953L);
    this.sixtyFourths = sixtyFourths.clone();
    this.busyBits = busyBits;
    this.casualBits = casualBits;
  }

  /** Finds product and user of an index. */
  void locate(long index) {
    long epoch = index >>> EPOCH_BITS;
    long place = SplitMix.permute(index & (EPOCH - 1), EPOCH_BITS, SplitMix.mix(seed + epoch));
    long firstProduct = 0;
    int sizeClass = 0;
    long inClass = place;
    while (inClass >= (long) sixtyFourths[sizeClass] * (EPOCH / 64)) {
      long places = (long) sixtyFourths[sizeClass] * (EPOCH / 64);
      inClass -= places;
      firstProduct += places >>> sizeClass;
      sizeClass++;
    }
    product = firstProduct + (inClass >>> sizeClass);
    long rank = (epoch << sizeClass) + (inClass & ((1L << sizeClass) - 1));
    user = userOf(SplitMix.mix(seed ^ product), rank);
  }

  private long userOf(long productSeed, long rank) {
    long shifted = rank + (productSeed & 15);
    int sixteenth = (int) (shifted & 15);
    long round = shifted >>> 4;
    if (sixteenth == 0 && round < 1L << (busyBits - 6)) {
      return SplitMix.permute(round, busyBits - 6, productSeed);
    }
    if (sixteenth > 0 && sixteenth < 6 && round * 5 + sixteenth - 1 < 1L << busyBits) {
      return (1L << 44) + SplitMix.permute(round * 5 + sixteenth - 1, busyBits, productSeed);
    }
    if (sixteenth >= 6 && round * 10 + sixteenth - 6 < 1L << casualBits) {
      return (2L << 44) + SplitMix.permute(round * 10 + sixteenth - 6, casualBits, productSeed);
    }
    return (3L << 44) + SplitMix.permute(shifted, 44, productSeed);
  }

  /** The number of the index's product: what its reviews have in common follows from it. */
  long product() {
    return product;
  }

  /** The number of the index's user. */
  long user() {
    return user;
  }

  /** Appends the key. */
  void write(TextBuffer out) {
    if ((product & DIGIT_ID_MASK) == 0) {
      // Books and films that have an ISBN use it; 29 bits fit into nine digits.
      out.put('0');
      out.putNumber(SplitMix.permute(product, 29, seed), 9);
    } else {
      // 36 bits fit into seven digits of base 36.
      out.put('B');
      out.put('0');
      out.put('0');
      out.putBase36(SplitMix.permute(product, 36, seed), 7);
    }
    out.put(' ');
    out.put('A');
    out.putBase36(SplitMix.mix(user ^ seed), 12);
  }
}
