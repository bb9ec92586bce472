package dev.storagebench.analysis.result;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.workload.Workloads;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.WorkloadParams;

/** A benchmark's parameters in JMH's own form, which has no setters. */
public final class JmhParams {

  private JmhParams() {}

  /** What {@code @Param} fields hold, by their names. */
  public static WorkloadParams of(Map<String, String> values) {
    WorkloadParams parameters = new WorkloadParams();
    int index = 0;
    for (Map.Entry<String, String> each : values.entrySet()) {
      parameters.put(each.getKey(), each.getValue(), index++);
    }
    return parameters;
  }

  /** The values of {@code @Param} fields, by their names. */
  public static Map<String, String> values(BenchmarkParams params) {
    Map<String, String> values = new LinkedHashMap<>();
    params.getParamsKeys().forEach(name -> values.put(name, params.getParam(name)));
    return values;
  }

  /** The cell that a fork with these measures, its iterations as one. */
  public static Cell cell(BenchmarkParams params) {
    long millis = millis(params.getWarmup()) + millis(params.getMeasurement());
    return new Cell(
        Workloads.ofJmh(params.getBenchmark()).name(),
        params.getMode(),
        params.getThreads(),
        values(params),
        new Cell.Timing(0, 1, millis),
        1,
        0);
  }

  private static long millis(IterationParams iterations) {
    return iterations.getCount() * iterations.getTime().convertTo(TimeUnit.MILLISECONDS);
  }

  /**
   * The same but for these.
   *
   * @param parameters what {@code @Param} fields hold
   */
  public static BenchmarkParams with(
      BenchmarkParams one, String benchmark, int forks, WorkloadParams parameters) {
    return new BenchmarkParams(
        benchmark,
        one.generatedBenchmark(),
        one.shouldSynchIterations(),
        one.getThreads(),
        one.getThreadGroups(),
        one.getThreadGroupLabels(),
        forks,
        one.getWarmupForks(),
        one.getWarmup(),
        one.getMeasurement(),
        one.getMode(),
        parameters,
        one.getTimeUnit(),
        one.getOpsPerInvocation(),
        one.getJvm(),
        one.getJvmArgs(),
        one.getJdkVersion(),
        one.getVmName(),
        one.getVmVersion(),
        one.getJmhVersion(),
        one.getTimeout());
  }
}
