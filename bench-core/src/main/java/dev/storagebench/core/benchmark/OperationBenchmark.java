package dev.storagebench.core.benchmark;

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
  @Override
  public void validate(Map<String, String> parameters) {
    OperationsState.validate(parameters);
  }
}
