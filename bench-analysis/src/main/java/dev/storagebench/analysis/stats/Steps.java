package dev.storagebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Releases in their order, each relative to the one before it, with simultaneous intervals: if all
 * releases were equal, 5 of 100 runs would show a step at most.
 */
public final class Steps {
  private static final double CONFIDENCE = 0.95;
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
    EmpiricalBayesVariances noise =
        new EmpiricalBayesVariances(steps.stream().map(Steps::noise).toList());
    double tail = (1 - CONFIDENCE) / 2 / Math.max(1, steps.stream().mapToInt(List::size).sum());
    List<List<Ratio>> all = new ArrayList<>();
    int pair = 0;
    for (List<Series> workload : steps) {
      List<Ratio> ratios = new ArrayList<>();
      for (Series step : workload) {
        double[] logs = step.logs();
        ratios.add(
            logs.length < 2
                ? Ratio.alone(step.name(), logs.length, Series.mean(logs))
                : Ratio.of(
                    step.name(),
                    logs.length,
                    Series.mean(logs),
                    new Uncertainty(
                        logs.length, noise.of(pair).variance(), noise.of(pair++).freedom(), tail)));
      }
      all.add(ratios);
    }
    return all;
  }

  private static List<Series> relativeToTheOneBefore(List<Series> releases) {
    return IntStream.range(1, releases.size())
        .mapToObj(i -> releases.get(i).relativeTo(releases.get(i - 1)))
        .toList();
  }

  private static EmpiricalBayesVariances.Workload noise(List<Series> steps) {
    List<double[]> logs = steps.stream().map(Series::logs).filter(each -> each.length > 1).toList();
    double freedom = logs.stream().mapToDouble(each -> each.length - 1).sum();
    return new EmpiricalBayesVariances.Workload(
        logs,
        logs.stream().mapToDouble(Series::squares).sum() / Math.max(1, freedom),
        freedom * INDEPENDENT_SHARE);
  }
}
