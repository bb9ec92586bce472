package dev.storagebench.analysis.result;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.recorder.OperationsByTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.util.SampleBuffer;

/**
 * The turns of a fork in JMH's own form: as many of them make an iteration as have its length. JMH
 * itself has called each thread once for the warm-up and once for all turns, and knows neither the
 * operations nor that the threads stood still between.
 */
public final class JmhTurns {
  private static final String PER_OPERATION = "/op";

  private JmhTurns() {}

  /**
   * The result of a cell.
   *
   * @param raw what JMH makes of its two calls
   */
  public static RunResult of(Cell cell, RunResult raw, CellReport report) {
    List<MeasuredTurn> turns = report.turns();
    if (turns.isEmpty()) {
      return new RunResult(
          JmhParams.with(raw.getParams(), 1, JmhParams.asked(cell)), raw.getBenchmarkResults());
    }
    // Sampled times are not kept by iteration.
    int count =
        cell.mode() == Mode.SampleTime ? 1 : Math.min(cell.timing().iterations(), turns.size());
    BenchmarkParams params = JmhParams.of(cell, count, raw.getParams());
    String label = raw.getPrimaryResult().getLabel();
    List<IterationResult> iterations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<MeasuredTurn> part =
          turns.subList(turns.size() * i / count, turns.size() * (i + 1) / count);
      long operations = part.stream().mapToLong(MeasuredTurn::operations).sum();
      long nanos = part.stream().mapToLong(MeasuredTurn::nanos).sum();
      IterationResult iteration =
          new IterationResult(
              params,
              params.getMeasurement(),
              new IterationResultMetaData(MeasuredTurn.allOperations(part), operations));
      iteration.addResult(
          cell.mode() == Mode.SampleTime
              ? sampled(label, report)
              : new OperationsByTime(label, operations, nanos));
      iterations.add(iteration);
    }
    long all = MeasuredTurn.allOperations(turns);
    BenchmarkResult shots = raw.getBenchmarkResults().iterator().next();
    BenchmarkResultMetaData times = shots.getMetadata();
    BenchmarkResult result =
        new BenchmarkResult(
            params,
            iterations,
            new BenchmarkResultMetaData(
                times.getWarmupTime(), times.getMeasurementTime(), times.getStopTime(), 0, all));
    shots.getSecondaryResults().values().stream()
        .filter(each -> !each.getRole().isDerivative())
        .map(each -> perOperation(each, cell.threads(), all))
        .forEach(result::addBenchmarkResult);
    return new RunResult(params, List.of(result));
  }

  private static SampleTimeResult sampled(String label, CellReport report) {
    SampleBuffer buffer = new SampleBuffer();
    String times = report.after() == null ? null : report.after().times();
    if (times != null) {
      Histogram histogram = OperationTimes.decode(times);
      for (HistogramIterationValue each : histogram.recordedValues()) {
        long value = histogram.medianEquivalentValue(each.getValueIteratedTo());
        for (long i = each.getCountAtValueIteratedTo(); i > 0; i--) {
          buffer.add(value);
        }
      }
    }
    return new SampleTimeResult(ResultRole.PRIMARY, label, buffer, TimeUnit.MICROSECONDS);
  }

  /** JMH's profilers divide by its calls, one for each thread. */
  private static Result<?> perOperation(Result<?> result, int calls, long operations) {
    return result instanceof ScalarResult && result.getScoreUnit().endsWith(PER_OPERATION)
        ? new ScalarResult(
            result.getLabel(),
            result.getScore() * calls / operations,
            result.getScoreUnit(),
            AggregationPolicy.AVG)
        : result;
  }
}
