package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.workload.WorkloadType;
import java.util.Map;
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
  /**
   * Rivals take turns in what they read, and candidates of one engine in what they write to memory:
   * a disk would have to keep in one's turn what another one has left to the kernel.
   */
  @Override
  public boolean takesTurns(Map<String, String> parameters) {
    return !writes(parameters)
        || (Parameter.MEMORY.of(parameters).equals(Parameter.Default.NONE)
            && !Parameter.DURABILITY.of(parameters).equals("sync"));
  }

  @Override
  public void validate(Map<String, String> parameters) {
    OperationsState.validate(parameters);
  }
}
