package dev.storagebench.analysis.result;

import dev.storagebench.core.cell.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** A benchmark's parameters in JMH's own form, which has no setters. */
public final class JmhParams {

  private JmhParams() {}

  /** Values of {@code @Param} fields, by their names. */
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

  /** Parameters by which JMH's results name a cell. */
  static WorkloadParams asked(Cell cell) {
    Map<String, String> asked = new LinkedHashMap<>(cell.parameters().texts());
    asked.remove(Cell.STAGE);
    return of(asked);
  }

  /** Parameters of a fork; without those of its workload, by which JMH names files too long. */
  public static BenchmarkParams of(Cell cell) {
    return new BenchmarkParams(
        cell.benchmark(),
        cell.benchmark(),
        true,
        cell.threads(),
        new int[] {1},
        List.of(),
        1,
        0,
        iterations(IterationType.WARMUP, cell.timing().warmups(), cell),
        iterations(IterationType.MEASUREMENT, cell.timing().iterations(), cell),
        cell.mode(),
        new WorkloadParams(),
        TimeUnit.SECONDS,
        1,
        ProcessHandle.current().info().command().orElse("java"),
        List.of(),
        System.getProperty("java.version"),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        "",
        TimeValue.hours(1));
  }

  private static IterationParams iterations(IterationType type, int count, Cell cell) {
    long millis = Math.max(1, cell.timing().iterationMillis());
    return new IterationParams(type, count, TimeValue.milliseconds(millis), 1);
  }

  /**
   * Copy with these fields replaced.
   *
   * @param parameters what {@code @Param} fields hold
   */
  static BenchmarkParams with(BenchmarkParams one, int forks, WorkloadParams parameters) {
    return with(one, forks, parameters, one.getMode(), one.getWarmup(), one.getMeasurement());
  }

  /**
   * Parameters of a cell that JMH has called as single shots, as if it had led the iterations. None
   * of the JVM's properties, which name folders of this machine.
   *
   * @param iterations that were measured
   */
  static BenchmarkParams of(Cell cell, int iterations, BenchmarkParams shots) {
    return with(
        shots,
        1,
        asked(cell),
        cell.mode(),
        iterations(IterationType.WARMUP, cell.timing().warmups(), cell),
        iterations(IterationType.MEASUREMENT, iterations, cell));
  }

  private static BenchmarkParams with(
      BenchmarkParams one,
      int forks,
      WorkloadParams parameters,
      Mode mode,
      IterationParams warmup,
      IterationParams measurement) {
    return new BenchmarkParams(
        one.getBenchmark(),
        one.generatedBenchmark(),
        one.shouldSynchIterations(),
        one.getThreads(),
        one.getThreadGroups(),
        one.getThreadGroupLabels(),
        forks,
        one.getWarmupForks(),
        warmup,
        measurement,
        mode,
        parameters,
        mode == Mode.SampleTime ? TimeUnit.MICROSECONDS : one.getTimeUnit(),
        one.getOpsPerInvocation(),
        one.getJvm(),
        one.getJvmArgs().stream().filter(each -> !each.startsWith("-D")).toList(),
        one.getJdkVersion(),
        one.getVmName(),
        one.getVmVersion(),
        one.getJmhVersion(),
        one.getTimeout());
  }
}
