package dev.storagebench.core.workload;

import dev.storagebench.datasets.synthetic.SplitMix;

/**
 * A random order of the numbers from 0 to {@code size - 1} that takes no memory: a permutation of
 * the numbers of so many bits, walked until it is back in the range (Black and Rogaway, "Ciphers
 * with Arbitrary Finite Domains", 2002).
 */
record Shuffle(int size, long seed) {
  /** The number at a position, each at exactly one. */
  int at(int position) {
    int bits = Math.max(2, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, size - 1)));
    long number = position;
    do {
      number = SplitMix.permute(number, bits, seed);
    } while (number >= size);
    return (int) number;
  }
}
