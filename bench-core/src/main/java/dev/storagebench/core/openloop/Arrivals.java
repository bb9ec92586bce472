package dev.storagebench.core.openloop;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * The arrival times of one thread's operations, in nanoseconds of {@link System#nanoTime}. They
 * depend on rate and seed, or on a trace, but not on the engine. For one thread; allocates nothing.
 */
sealed interface Arrivals {

  /** Starts an iteration: earlier arrivals are dropped. */
  void begin(long nanos);

  /** The next arrival, not before the one before it. */
  long next();

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

  /** The times of a trace, from the same moment on for all threads, in one iteration. */
  final class Recorded implements Arrivals {
    private final AtomicLong origin;
    private final LongSupplier recordedNanos;
    private final double speed;
    private long last;

    /**
     * @param origin the same for all threads, 0 until one of them begins
     * @param recordedNanos when the thread's next operation is due after the origin, as recorded;
     *     past the last one that of the last one
     * @param speed how many times as fast
     */
    Recorded(AtomicLong origin, LongSupplier recordedNanos, double speed) {
      this.origin = origin;
      this.recordedNanos = recordedNanos;
      this.speed = speed;
    }

    @Override
    public void begin(long nanos) {
      origin.compareAndSet(0, nanos);
    }

    @Override
    public long next() {
      last = (long) (recordedNanos.getAsLong() / speed);
      return origin.get() + last;
    }

    /** When the last operation was due after the origin. */
    long lastNanos() {
      return last;
    }
  }
}
