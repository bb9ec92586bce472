package dev.storagebench.datasets.synthetic;

/**
 * A distribution of sizes in bytes, drawn by inverting its cumulative distribution: quantiles of a
 * real sample with straight lines between them, in whole numbers.
 */
final class SizeTable {
  private static final int UNITS = 1 << 16;

  private final int[] ranks;
  private final int[] sizes;

  /**
   * @param list of {@link WordLists}: pairs of a quantile in units of 1/100,000, rising from 0 to
   *     100,000, and the size there in bytes
   * @param factor of all sizes
   */
  SizeTable(String list, double factor) {
    String[] points = WordLists.words(list);
    ranks = new int[points.length / 2];
    sizes = new int[points.length / 2];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = (int) (Long.parseLong(points[2 * i]) * UNITS / 100_000);
      sizes[i] = (int) Math.round(Integer.parseInt(points[2 * i + 1]) * factor);
    }
  }

  /** The size at a random number, of which the low 32 bits are used: larger ones, larger sizes. */
  int draw(long random) {
    long rank = (random & 0xFFFF_FFFFL) >>> 16;
    int i = 1;
    while (ranks[i] <= rank) {
      i++;
    }
    long fraction = ((rank - ranks[i - 1]) << 16) | (random & 0xFFFF);
    long span = (long) (ranks[i] - ranks[i - 1]) << 16;
    return sizes[i - 1] + (int) (fraction * (sizes[i] - sizes[i - 1]) / span);
  }
}
