package dev.storagebench.core.benchmark;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A store for work that can be done once: each thread does its part of it. */
@State(Scope.Benchmark)
public abstract class OneShotState extends EngineState {
  private final AtomicInteger parts = new AtomicInteger();
  private final AtomicLong start = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong end = new AtomicLong(Long.MIN_VALUE);

  /** What there is to say when the work is asked for once more: "the store is full". */
  abstract String spent();

  @Override
  protected final double wallSeconds() {
    return (end.get() - start.get()) / 1e9;
  }

  final void beginPart(int threads) {
    start.accumulateAndGet(System.nanoTime(), Math::min);
    if (parts.incrementAndGet() > threads) {
      throw new IllegalStateException(
          spent() + " after one iteration: use -i 1 -wi 0, and -f N for more of them");
    }
  }

  final void endPart() {
    end.accumulateAndGet(System.nanoTime(), Math::max);
  }
}
