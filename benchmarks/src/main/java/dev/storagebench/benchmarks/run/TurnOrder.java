package dev.storagebench.benchmarks.run;

/**
 * Orders of turns in which, over a whole number of periods, each rival follows each other one
 * equally often: whatever a rival leaves in the processors' caches, all of them meet it alike.
 *
 * @see <a href="https://doi.org/10.1071/CH9490149">Williams, "Experimental Designs Balanced for the
 *     Estimation of Residual Effects of Treatments", 1949</a>
 */
final class TurnOrder {
  private TurnOrder() {}

  /**
   * The order of the rivals, from 0, in a cycle; those of an odd number repeat after twice as many.
   */
  static int[] of(int rivals, int cycle) {
    int[] order = new int[rivals];
    int row = cycle % rivals;
    boolean mirrored = rivals % 2 == 1 && cycle / rivals % 2 == 1;
    for (int i = 0; i < rivals; i++) {
      // 0, 1, n-1, 2, n-2, …
      int first = i % 2 == 1 ? (i + 1) / 2 : (rivals - i / 2) % rivals;
      order[mirrored ? rivals - 1 - i : i] = (first + row) % rivals;
    }
    return order;
  }
}
