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
    mix = new SplitMix64(mix.nextLong() ^ (((long) thread << 8) | purpose.code));
    return new XoRoShiRo128PlusPlus(mix.nextLong(), mix.nextLong());
  }

  /** What a thread draws random numbers for. */
  public enum Purpose {
    /** Which record. */
    KEYS(0),
    /** Which operation. */
    KINDS(1),
    /** What is written. */
    VALUES(2),
    /** In which order. */
    ORDER(3),
    /** When. */
    ARRIVALS(4);

    private final int code;

    Purpose(int code) {
      this.code = code;
    }
  }
}
