package dev.storagebench.core.recorder;

import java.util.Collection;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.ListStatistics;

/**
 * A throughput, or the time of an operation, of the turns that count as one of JMH's iterations.
 * Over several iterations it is all operations by all time: the mean of the iterations' rates would
 * count a stall that stretches one of them less than the others.
 */
public final class OperationsByTime extends Result<OperationsByTime> {
  private static final long serialVersionUID = 1L;
  private static final double NANOS = 1e9;

  private final double operations;
  private final double nanos;
  private final int threads;

  /**
   * The result of an iteration.
   *
   * @param nanos the mean of the threads' times
   * @param threads 0 for operations a second; for the mean time of an operation in seconds, of so
   *     many threads
   */
  public OperationsByTime(String label, double operations, double nanos, int threads) {
    this(label, operations, nanos, threads, new double[] {score(operations, nanos, threads)});
  }

  private OperationsByTime(
      String label, double operations, double nanos, int threads, double[] scores) {
    super(
        ResultRole.PRIMARY,
        label,
        new ListStatistics(scores),
        threads == 0 ? "ops/s" : "s/op",
        AggregationPolicy.AVG);
    this.operations = operations;
    this.nanos = nanos;
    this.threads = threads;
  }

  private static double score(double operations, double nanos, int threads) {
    return threads == 0 ? operations * NANOS / nanos : nanos / NANOS * threads / operations;
  }

  @Override
  public double getScore() {
    return score(operations, nanos, threads);
  }

  /** Clients that work at the same time. */
  @Override
  protected Aggregator<OperationsByTime> getThreadAggregator() {
    return clients -> {
      double mean = clients.stream().mapToDouble(each -> each.nanos).average().orElse(1);
      double all = clients.stream().mapToDouble(each -> each.operations / each.nanos * mean).sum();
      int count = clients.stream().mapToInt(each -> each.threads).sum();
      return new OperationsByTime(label, all, mean, count);
    };
  }

  /** Iterations one after another. */
  @Override
  protected Aggregator<OperationsByTime> getIterationAggregator() {
    return OperationsByTime::inSequence;
  }

  private static OperationsByTime inSequence(Collection<OperationsByTime> iterations) {
    OperationsByTime any = iterations.iterator().next();
    return new OperationsByTime(
        any.label,
        iterations.stream().mapToDouble(each -> each.operations).sum(),
        iterations.stream().mapToDouble(each -> each.nanos).sum(),
        any.threads,
        iterations.stream().mapToDouble(OperationsByTime::getScore).toArray());
  }
}
