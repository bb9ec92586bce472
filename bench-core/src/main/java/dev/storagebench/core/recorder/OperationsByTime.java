package dev.storagebench.core.recorder;

import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.ListStatistics;

/**
 * A throughput of the turns that count as one of JMH's iterations. Over several iterations it is
 * all operations by all time: the mean of the iterations' rates would count a stall that stretches
 * one of them less than the others.
 */
public final class OperationsByTime extends Result<OperationsByTime> {
  private static final long serialVersionUID = 1L;
  private static final double NANOS = 1e9;

  private final double operations;
  private final double nanos;

  /**
   * The result of an iteration.
   *
   * @param nanos the mean of the threads' times
   */
  public OperationsByTime(String label, double operations, double nanos) {
    this(label, operations, nanos, new double[] {operations * NANOS / nanos});
  }

  private OperationsByTime(String label, double operations, double nanos, double[] scores) {
    super(ResultRole.PRIMARY, label, new ListStatistics(scores), "ops/s", AggregationPolicy.AVG);
    this.operations = operations;
    this.nanos = nanos;
  }

  @Override
  public double getScore() {
    return operations * NANOS / nanos;
  }

  /** Clients that work at the same time. */
  @Override
  protected Aggregator<OperationsByTime> getThreadAggregator() {
    return clients -> {
      double mean = clients.stream().mapToDouble(each -> each.nanos).average().orElse(1);
      double all = clients.stream().mapToDouble(each -> each.operations / each.nanos * mean).sum();
      return new OperationsByTime(label, all, mean);
    };
  }

  /** Iterations one after another. */
  @Override
  protected Aggregator<OperationsByTime> getIterationAggregator() {
    return iterations ->
        new OperationsByTime(
            label,
            iterations.stream().mapToDouble(each -> each.operations).sum(),
            iterations.stream().mapToDouble(each -> each.nanos).sum(),
            iterations.stream().mapToDouble(OperationsByTime::getScore).toArray());
  }
}
