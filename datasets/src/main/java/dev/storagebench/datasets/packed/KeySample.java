package dev.storagebench.datasets.packed;

/**
 * How many keys of a file a table of limited size takes.
 *
 * @param keys how many
 * @param keyBytes what they may take together
 */
record KeySample(long keys, long keyBytes) {
  /** ln(10^12) / 2: a sample is longer than its bound once in 10^12 times. */
  private static final double HOEFFDING = 13.8;

  /**
   * All keys or, if they do not fit, the most whose total length surely does.
   *
   * <p>The total of {@code n} lengths between 1 and {@code max}, drawn without replacement, exceeds
   * its mean by {@code max * sqrt(n * ln(1/p) / 2)} with a probability below {@code p} (Hoeffding,
   * Probability inequalities for sums of bounded random variables, 1963, theorem 2 and section 6).
   */
  static KeySample fitting(PackedSummary summary, long maxBytes) {
    long all =
        summary.keyBytes()
            + summary.records() * KeyTable.OFFSET_BYTES
            + overhead(summary.records());
    if (all <= maxBytes) {
      return new KeySample(summary.records(), summary.keyBytes());
    }
    long low = 0;
    long high = summary.records();
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (bound(summary, middle) + middle * KeyTable.OFFSET_BYTES + overhead(middle) <= maxBytes) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (low == 0) {
      throw new IllegalArgumentException(
          "%,d bytes are too few for a table of keys up to %,d bytes long; all %,d keys take %,d bytes"
              .formatted(maxBytes, summary.maxKeyBytes(), summary.records(), all));
    }
    return new KeySample(low, bound(summary, low));
  }

  private static long bound(PackedSummary summary, long keys) {
    double mean = (double) summary.keyBytes() / summary.records() * keys;
    double excess = summary.maxKeyBytes() * Math.sqrt(HOEFFDING * keys);
    // No sample is longer than as many of the longest keys, nor than all keys.
    double longest = (double) summary.maxKeyBytes() * keys;
    double bound = Math.ceil(Math.min(mean + excess, longest));
    return Math.min((long) bound, summary.keyBytes());
  }

  private static long overhead(long keys) {
    return (1 + (keys >>> KeyTable.OFFSETS_SHIFT)) * KeyTable.TAIL_BYTES;
  }
}
