package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.workload.Distribution;
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
abstract class OperationBenchmark implements WorkloadType {
  @Override
  public void validate(Map<String, String> parameters) {
    Distribution.parse(Parameter.DISTRIBUTION.of(parameters));
    OperationsState.steadyWithin(Parameter.STEADY_WITHIN.of(parameters));
    Rate.requireNotRecorded(Parameter.RATE.of(parameters));
    CellSettings.clients(parameters);
  }
}
