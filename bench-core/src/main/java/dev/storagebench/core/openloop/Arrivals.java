package dev.storagebench.core.openloop;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * The arrival times of one thread's operations, in nanoseconds of {@link System#nanoTime}. They
 * depend on rate and seed only, not on the engine. For one thread; allocates nothing.
 */
sealed interface Arrivals {

  /** Starts an iteration: earlier arrivals are dropped. */
  void begin(long nanos);

  /** The next arrival, not before the one before it. */
  long next();

  /**
   * Equal intervals; the threads are staggered evenly within an interval.
   *
   * <p>Each time is computed from the first one, so that errors do not accumulate.
   */
  final class Constant implements Arrivals {
    private final long origin;
    private final double gap;
    private final double offset;
    private long index;

    /**
     * Arrivals of one of several threads.
     *
     * @param origin the same for all threads
     * @param gap nanoseconds between two arrivals of one thread
     * @param share where in the gap this thread's are, from 0 to below 1
     */
    Constant(long origin, double gap, double share) {
      this.origin = origin;
      this.gap = gap;
      this.offset = gap * share;
    }

    @Override
    public void begin(long nanos) {
      index = (long) Math.ceil((nanos - origin - offset) / gap);
    }

    @Override
    public long next() {
      return origin + Math.round(offset + gap * index++);
    }
  }

  /**
   * Exponential gaps: a Poisson process, and so are all threads together.
   *
   * @see <a href="https://commons.apache.org/proper/commons-rng/">Commons RNG, McFarland's modified
   *     ziggurat</a>
   */
  final class Poisson implements Arrivals {
    private final ContinuousSampler gaps;
    private long origin;
    private double after;

    Poisson(UniformRandomProvider random, double meanGap) {
      this.gaps = ZigguratSampler.Exponential.of(random, meanGap);
    }

    @Override
    public void begin(long nanos) {
      origin = nanos;
      after = 0;
    }

    @Override
    public long next() {
      after += gaps.sample();
      return origin + Math.round(after);
    }
  }
}
