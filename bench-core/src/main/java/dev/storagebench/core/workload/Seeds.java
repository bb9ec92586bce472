package dev.storagebench.core.workload;

import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;

/**
 * Seeds derived from one master seed: in a round, every engine gets the same operations, and every
 * thread and every stage of a chain different ones.
 *
 * @param master the seed that is named on the command line and recorded in the result
 * @param round the repetition, from 0
 * @param stage the number of the stage in a chain, from 1; 0 for a store that only one workload
 *     uses
 */
public record Seeds(long master, int round, int stage) {
  /** Those of a workload with a store of its own. */
  public Seeds(long master, int round) {
    this(master, round, 0);
  }

  /**
   * A generator for one thread and one purpose: xoroshiro128++ (Blackman and Vigna), seeded by
   * SplitMix64.
   *
   * @param thread the thread's index, from 0
   * @param purpose makes the streams of one thread independent
   */
  public RestorableUniformRandomProvider generator(int thread, Purpose purpose) {
    SplitMix64 mix = new SplitMix64(master);
    mix = new SplitMix64(mix.nextLong() ^ ((long) stage << Integer.SIZE | round));
    mix = new SplitMix64(mix.nextLong() ^ (((long) thread << 8) | purpose.code));
    return new XoRoShiRo128PlusPlus(mix.nextLong(), mix.nextLong());
  }

  /** The uses of random numbers. */
  public enum Purpose {
    /** The choice of records. */
    KEYS(0),
    /** The kinds of operations. */
    KINDS(1),
    /** The values to write. */
    VALUES(2),
    /** The order of records. */
    ORDER(3),
    /** Arrival times. */
    ARRIVALS(4);

    private final int code;

    Purpose(int code) {
      this.code = code;
    }
  }
}
