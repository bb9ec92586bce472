package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.input.RecordBytes;
import java.util.Arrays;

/**
 * The keys of generated reviews: a product's id, a space, a user's id; no two indexes share one.
 *
 * <p>The reviews of a product follow each other, as they do in the published files. The indexes are
 * cut into blocks, each of which deals its places to products of its own in runs of 1, 2, 4 …
 * places, shuffled, so that a few products have many reviews. Each product sends its ranks to users
 * by a permutation of its own: never twice to the same user. Users come in three circles, a few
 * busy ones and many casual ones, which all products share.
 */
final class ReviewKeys {
  private static final int BLOCK_BITS = 18;
  private static final int PRODUCT_BITS = 40;

  /** The middle circle; the busiest users are 1/64 as many. */
  private static final int BUSY_BITS = 14;

  private final long seed;
  private final int casualBits;
  private final int[] runStarts;

  private long product;
  private long user;

  /**
   * @param sixtyFourths how many 64ths of all reviews go to products with 1, 2, 4 … reviews;
   *     together 64, at most 12 of them
   * @param casualBits the outer circle has {@code 2^casualBits} users
   */
  ReviewKeys(long seed, int[] sixtyFourths, int casualBits) {
    this.seed = SplitMix.mix(seed ^ 0x4B45_5953L);
    this.casualBits = casualBits;
    this.runStarts = shuffledRuns(sixtyFourths);
  }

  private static int[] shuffledRuns(int[] sixtyFourths) {
    int[] lengths = new int[1 << BLOCK_BITS];
    int runs = 0;
    for (int size = 0; size < sixtyFourths.length; size++) {
      for (int left = sixtyFourths[size] << (BLOCK_BITS - 6) >> size; left > 0; left--) {
        lengths[runs++] = 1 << size;
      }
    }
    SplitMix random = new SplitMix();
    for (int i = runs - 1; i > 0; i--) {
      int other = random.below(i + 1);
      int length = lengths[i];
      lengths[i] = lengths[other];
      lengths[other] = length;
    }
    int[] starts = new int[runs];
    for (int i = 1; i < runs; i++) {
      starts[i] = starts[i - 1] + lengths[i - 1];
    }
    return starts;
  }

  /** Finds product and user of an index. */
  void locate(long index) {
    int place = (int) index & ((1 << BLOCK_BITS) - 1);
    int found = Arrays.binarySearch(runStarts, place);
    int run = found >= 0 ? found : -found - 2;
    product = (index >>> BLOCK_BITS) * runStarts.length + run;
    user = userOf(SplitMix.mix(seed ^ product), place - runStarts[run]);
  }

  private long userOf(long productSeed, int rank) {
    long shifted = rank + (productSeed & 15);
    int sixteenth = (int) (shifted & 15);
    long round = shifted >>> 4;
    if (sixteenth == 0) {
      return SplitMix.permute(round, BUSY_BITS - 6, productSeed);
    }
    if (sixteenth < 6) {
      return (1L << 44) + SplitMix.permute(round * 5 + sixteenth - 1, BUSY_BITS, productSeed);
    }
    return (2L << 44) + SplitMix.permute(round * 10 + sixteenth - 6, casualBits, productSeed);
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
  void write(RecordBytes out) {
    // 40 bits fit into eight digits of base 36.
    out.appendLatin1("B0");
    out.appendNumber(SplitMix.permute(product, PRODUCT_BITS, seed), 36, 8);
    out.appendLatin1(" A");
    out.appendNumber(SplitMix.mix(user ^ seed), 36, 12);
  }
}
