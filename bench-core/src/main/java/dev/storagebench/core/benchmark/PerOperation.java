package dev.storagebench.core.benchmark;

import java.util.Collection;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.ListStatistics;

/**
 * An amount per operation; over several iterations, the sum of amounts divided by the sum of
 * operations. The mean of the ratios would be dominated by an iteration in which the engine
 * stalled.
 */
final class PerOperation extends Result<PerOperation> {
  private static final long serialVersionUID = 1L;

  private final double amount;
  private final long operations;

  PerOperation(String label, double amount, long operations, String unit) {
    super(
        ResultRole.SECONDARY,
        label,
        new ListStatistics(new double[] {amount / operations}),
        unit,
        AggregationPolicy.AVG);
    this.amount = amount;
    this.operations = operations;
  }

  @Override
  protected Aggregator<PerOperation> getThreadAggregator() {
    return new Totals();
  }

  @Override
  protected Aggregator<PerOperation> getIterationAggregator() {
    return new Totals();
  }

  private static final class Totals implements Aggregator<PerOperation> {
    @Override
    public PerOperation aggregate(Collection<PerOperation> results) {
      PerOperation any = results.iterator().next();
      return new PerOperation(
          any.getLabel(),
          results.stream().mapToDouble(result -> result.amount).sum(),
          results.stream().mapToLong(result -> result.operations).sum(),
          any.getScoreUnit());
    }
  }
}
