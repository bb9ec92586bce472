package dev.storagebench.datasets.synthetic;

/**
 * A stream of random 64-bit numbers that restarts at any seed for free, which a record made from
 * (seed, index) needs. SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
 * Generators", OOPSLA 2014. {@link java.util.SplittableRandom} is the same but costs an object per
 * seed.
 */
public final class SplitMix {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  /** Restarts the stream; equal seeds give equal streams. */
  void seed(long seed) {
    state = seed;
  }

  /** The next 64 random bits. */
  long next() {
    return mix(state += GAMMA);
  }

  /** A random number from 0 to {@code bound - 1}; the bias is below {@code bound / 2^32}. */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** True in {@code per1024} of 1024 cases. */
  boolean chance(int per1024) {
    return next() >>> 54 < per1024;
  }

  /** Stafford's variant 13 of the 64-bit finaliser: a bijection whose output looks random. */
  public static long mix(long number) {
    long z = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * A bijection of the numbers of {@code bits} bits, another one for each key: xor-shifts,
   * additions and odd multiplications modulo {@code 2^bits}, each of which can be undone.
   *
   * @param number from 0 to {@code 2^bits - 1}
   * @param bits from 2 to 62
   */
  public static long permute(long number, int bits, long key) {
    long mask = (1L << bits) - 1;
    int half = (bits + 1) >>> 1;
    long x = (number + key) & mask;
    x = (x ^ (x >>> half)) * 0xBF58476D1CE4E5B9L & mask;
    x = (x + (key >>> 23)) & mask;
    x = (x ^ (x >>> half)) * 0x94D049BB133111EBL & mask;
    x = (x + mix(key)) & mask;
    x = (x ^ (x >>> half)) * 0xD6E8FEB86659FD93L & mask;
    return x ^ (x >>> half);
  }
}
