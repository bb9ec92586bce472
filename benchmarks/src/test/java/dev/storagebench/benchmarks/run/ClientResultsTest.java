package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.openloop.OperationTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ClientResultsTest {
  /** Percentiles of percentiles would be something else: one client is ten times as slow. */
  @Test
  void percentilesAreThoseOfAllTimesInOneHistogram() {
    Random random = new Random(7);
    Histogram all = new Histogram(3);
    List<String> parts = new ArrayList<>();
    for (int client = 0; client < 6; client++) {
      Histogram own = new Histogram(3);
      for (int i = 0; i < 10_000 * (client + 1); i++) {
        long nanos =
            (client == 5 ? 10 : 1) * (long) (100_000 * Math.exp(Math.abs(random.nextGaussian())));
        own.recordValue(nanos);
        all.recordValue(nanos);
      }
      parts.add(OperationTimes.encode(own));
    }
    Histogram merged = OperationTimes.merged(parts);
    assertThat(merged.getTotalCount()).isEqualTo(all.getTotalCount());
    for (double percent : new double[] {0, 50, 95, 99, 99.9, 100}) {
      assertThat(merged.getValueAtPercentile(percent))
          .as("p%s", percent)
          .isEqualTo(all.getValueAtPercentile(percent));
    }
  }

  /** The mean of the clients' deviations would be 1. */
  @Test
  void theDeviationIsThatOfTheThreadsOfAllClients() {
    // Threads of 1 and 3, and of 11 and 13 transactions.
    List<Figure> means = figures("thread.mean", 2, 12);
    List<Figure> deviations = figures("thread.stddev", 1, 1);
    assertThat(ClientResults.deviation(deviations, means).value())
        .isCloseTo(Math.sqrt(26), within(1e-9));
  }

  private static List<Figure> figures(String name, double... values) {
    return DoubleStream.of(values)
        .mapToObj(value -> new Figure(name, value, "transactions"))
        .toList();
  }
}
