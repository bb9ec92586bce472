package dev.storagebench.sql.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What the service times of all threads come to, and how evenly the threads got their turn. */
final class ServiceTimes {
  private static final double MICRO = 1e3;
  private static final double[] PERCENTS = {50, 95, 99, 99.9};

  private ServiceTimes() {}

  static List<Figure> figures(List<Histogram> threads) {
    Histogram all = new Histogram(3);
    threads.forEach(all::add);
    List<Figure> figures = new ArrayList<>();
    if (all.getTotalCount() == 0) {
      return figures;
    }
    figures.add(new Figure("transaction.mean", all.getMean() / MICRO, "us"));
    for (double percent : PERCENTS) {
      figures.add(
          new Figure(
              "transaction.p"
                  + (percent == Math.rint(percent) ? "%.0f" : "%.1f").formatted(percent),
              all.getValueAtPercentile(percent) / MICRO,
              "us"));
    }
    figures.add(new Figure("transaction.max", all.getMaxValue() / MICRO, "us"));
    double mean = (double) all.getTotalCount() / threads.size();
    double squares =
        threads.stream().mapToDouble(thread -> Math.pow(thread.getTotalCount() - mean, 2)).sum();
    // As sysbench tells it: transactions of a thread, mean and standard deviation.
    figures.add(new Figure("thread.mean", mean, "transactions"));
    figures.add(new Figure("thread.stddev", Math.sqrt(squares / threads.size()), "transactions"));
    return figures;
  }
}
