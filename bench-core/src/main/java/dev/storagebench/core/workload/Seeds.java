package dev.storagebench.core.workload;

import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;

/**
 * Seeds derived from one master seed, so that every engine gets the same operations in the same
 * round and every thread others.
 *
 * @param master the seed that is named on the command line and recorded in the result
 * @param round the repetition, from 0
 */
public record Seeds(long master, int round) {

  /**
   * A generator for one thread and one purpose: xoroshiro128++ (Blackman and Vigna), seeded by
   * SplitMix64.
   *
   * @param thread the thread's index, from 0
   * @param purpose keeps the streams of one thread apart
   */
  public RestorableUniformRandomProvider generator(int thread, Purpose purpose) {
    SplitMix64 mix = new SplitMix64(master);
    mix = new SplitMix64(mix.nextLong() ^ round);
    mix = new SplitMix64(mix.nextLong() ^ (((long) thread << 8) | purpose.ordinal()));
    return new XoRoShiRo128PlusPlus(mix.nextLong(), mix.nextLong());
  }

  /** The uses of random numbers; seeds depend on the order of these constants. */
  public enum Purpose {
    /** Which record. */
    KEYS,
    /** Which operation. */
    KINDS,
    /** What is written. */
    VALUES,
    /** In which order. */
    ORDER,
    /** When. */
    ARRIVALS
  }
}
