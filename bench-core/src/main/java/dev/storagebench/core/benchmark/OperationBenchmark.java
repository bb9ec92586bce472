package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.WorkloadType;
import dev.storagebench.core.engine.Durability;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The common part of the benchmarks of single operations: JMH's default settings. {@code -bm
 * sample} measures service time instead of throughput.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public abstract class OperationBenchmark implements WorkloadType {
  private static final int MAX_BATCH = 1000;

  @Override
  public List<String> defaults(Parameter<?> parameter) {
    return KeyValueState.defaults(parameter);
  }

  /**
   * Rivals take turns in what they read, and candidates of one engine in what they write to memory:
   * a disk would have to keep in one's turn what another one has left to the kernel.
   */
  @Override
  public boolean takesTurns(Parameters of) {
    return !writes(of)
        || (of.get(Parameter.MEMORY).limit() == null
            && of.get(Parameter.DURABILITY) != Durability.SYNC);
  }

  @Override
  public int recordsAtOnce(Parameters of) {
    return of.get(Parameter.BATCH).orElse(1);
  }

  @Override
  public List<Parameter<?>> own() {
    return OperationsState.with();
  }

  @Override
  public void validate(Parameters of) {
    OperationsState.validate(of);
    Parameter.whole("batch", of.text(Parameter.BATCH), 1, MAX_BATCH);
  }
}
