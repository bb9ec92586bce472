package dev.storagebench.core.workload;

import dev.storagebench.datasets.synthetic.SplitMix;

/**
 * A random order of the numbers from 0 to {@code size - 1} that takes no memory: a Feistel network
 * over the next even number of bits, walked until it is back in the range (Black and Rogaway,
 * "Ciphers with Arbitrary Finite Domains", 2002).
 */
final class Shuffle {
  private static final int ROUNDS = 6;

  private final int size;
  private final long seed;
  private final int halfBits;
  private final int halfMask;

  Shuffle(int size, long seed) {
    this.size = size;
    this.seed = seed;
    int bits = Math.max(2, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, size - 1)));
    this.halfBits = (bits + 1) / 2;
    this.halfMask = (1 << halfBits) - 1;
  }

  /** The number at a position, each at exactly one. */
  int at(int position) {
    long number = position;
    do {
      number = permute(number);
    } while (number >= size);
    return (int) number;
  }

  private long permute(long number) {
    long left = number >>> halfBits;
    long right = number & halfMask;
    for (int round = 0; round < ROUNDS; round++) {
      long mixed = left ^ (SplitMix.mix(right + seed + round * 0x9E3779B97F4A7C15L) & halfMask);
      left = right;
      right = mixed;
    }
    return left << halfBits | right;
  }
}
