package dev.storagebench.core.recorder;

import java.util.Map;

import dev.storagebench.core.recorder.SeriesRecorder.Phase;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What recording second by second costs an operation, on all processors: the clock in the thread
 * and, once a second, the thread that looks. An operation here takes 50 ns, a read of {@code noop}
 * 30.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Threads(Threads.MAX)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class SeriesRecorderBenchmark {
  private static final int TOKENS = 40;

  /** A recorder, or none. */
  @State(Scope.Benchmark)
  public static class Recorded {
    /** Whether operations are recorded. */
    @Param({"false", "true"})
    public boolean recorded;

    private SeriesRecorder recorder;

    /** Begins to record. */
    @Setup
    public void begin() {
      if (recorded) {
        recorder = new SeriesRecorder(Map::of, () -> 0, () -> 0, seconds -> {});
        recorder.begin(Phase.MEASURED);
      }
    }

    /** Ends it. */
    @TearDown
    public void end() {
      if (recorded) {
        recorder.end();
      }
    }
  }

  /** The clock of a thread, or null. */
  @State(Scope.Thread)
  public static class Worker {
    private OperationClock clock;

    /** Joins the recorder. */
    @Setup
    public void join(Recorded state) {
      clock = state.recorded ? state.recorder.clock() : null;
    }
  }

  /** One operation. */
  @Benchmark
  public void operation(Worker worker) {
    if (worker.clock != null) {
      worker.clock.begin();
    }
    Blackhole.consumeCPU(TOKENS);
    if (worker.clock != null) {
      worker.clock.end();
    }
  }
}
