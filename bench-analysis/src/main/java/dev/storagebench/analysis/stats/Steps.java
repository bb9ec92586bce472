package dev.storagebench.analysis.stats;

import dev.storagebench.analysis.stats.EmpiricalBayesVariances.ShrunkVariance;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Releases in their order, each relative to the one before it, with simultaneous intervals: if all
 * releases were equal, 5 of 100 runs would show a step at most.
 */
public final class Steps {
  // Neighbouring ratios have a release in common: their correlation is a half.
  private static final double INDEPENDENT_SHARE = 2 / 3.0;

  private Steps() {}

  /**
   * The steps of each workload.
   *
   * @param ladders the releases of each workload, the oldest first
   * @return one fewer for each workload, named by the later release
   */
  public static List<List<Ratio>> of(List<List<Series>> ladders) {
    List<List<Series>> steps = ladders.stream().map(Steps::relativeToTheOneBefore).toList();
    Iterator<ShrunkVariance> variances =
        EmpiricalBayesVariances.shrunk(steps.stream().map(Steps::noise).toList()).stream()
            .flatMap(List::stream)
            .iterator();
    double tail = Uncertainty.tail(steps.stream().mapToInt(List::size).sum());
    return steps.stream()
        .map(
            each ->
                each.stream()
                    .map(step -> Ratio.of(step, logs -> error(logs, variances.next(), tail)))
                    .toList())
        .toList();
  }

  private static Uncertainty error(double[] logs, ShrunkVariance noise, double tail) {
    return new Uncertainty(logs.length, noise.variance(), noise.freedom(), tail);
  }

  private static List<Series> relativeToTheOneBefore(List<Series> releases) {
    return IntStream.range(1, releases.size())
        .mapToObj(i -> releases.get(i).relativeTo(releases.get(i - 1)))
        .toList();
  }

  private static EmpiricalBayesVariances.Workload noise(List<Series> steps) {
    List<double[]> logs = steps.stream().map(Series::logs).filter(each -> each.length > 1).toList();
    return EmpiricalBayesVariances.Workload.of(logs, logs, INDEPENDENT_SHARE);
  }
}
