package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.WorkloadType;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** The common part of the benchmarks whose work can be done only once: JMH's default settings. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public abstract class SingleShotBenchmark implements WorkloadType {
  @Override
  public List<String> defaults(Parameter<?> parameter) {
    return KeyValueState.defaults(parameter);
  }

  @Override
  public final boolean isSingleShot() {
    return true;
  }
}
