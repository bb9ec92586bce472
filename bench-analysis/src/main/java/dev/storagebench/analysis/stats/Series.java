package dev.storagebench.analysis.stats;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One contender's speeds: a figure a round, in any unit, more is better. A fork's figure is already
 * the mean over its iterations: what forks differ by holds all of what their iterations do, so no
 * interval gets narrower by more iterations than by the forks' agreement.
 *
 * @param speeds by round, all positive
 */
public record Series(String name, SortedMap<Integer, Double> speeds) {
  private static final double TAIL = 0.025;
  private static final double RISE_TAIL = 0.01;
  // Iterations of one fork differ by less, on a busy machine too.
  private static final double AMPLE_RISE = 0.1;

  /**
   * Checks that every speed has a logarithm.
   *
   * @throws IllegalArgumentException if one is not positive or not finite
   */
  public Series {
    speeds = Collections.unmodifiableSortedMap(new TreeMap<>(speeds));
    speeds.forEach(
        (round, speed) -> {
          if (!(speed > 0) || speed.isInfinite()) {
            throw new IllegalArgumentException(
                "%s: invalid speed %s in round %d (expected a positive number)"
                    .formatted(name, speed, round));
          }
        });
  }

  /** Round by round the geometric mean of several workloads; only rounds that all of them have. */
  public static Series geometricMean(String name, List<Series> workloads) {
    SortedMap<Integer, Double> means = new TreeMap<>();
    Set<Integer> rounds = new TreeSet<>();
    workloads.forEach(each -> rounds.addAll(each.speeds.keySet()));
    workloads.forEach(each -> rounds.retainAll(each.speeds.keySet()));
    for (int round : rounds) {
      means.put(
          round,
          Math.exp(
              workloads.stream()
                  .mapToDouble(each -> Math.log(each.speeds.get(round)))
                  .average()
                  .orElseThrow()));
    }
    return new Series(name, means);
  }

  /** The geometric mean over rounds; NaN of none. */
  public double geometricMean() {
    return Math.exp(meanLog());
  }

  /**
   * Half the width of Student's 95 % interval of the mean logarithm; NaN if there are fewer than
   * two rounds, or if it is too wide to say anything.
   */
  public double halfWidth() {
    double[] logs = logs();
    if (logs.length < 2) {
      return Double.NaN;
    }
    double half = Uncertainty.of(logs, TAIL).halfWidth();
    return Ratio.isShown(half) ? half : Double.NaN;
  }

  /**
   * Whether these ratios, of the last measured iteration to the first in each round, show a rise:
   * their geometric mean is above 1, one-sided, with one false alarm in a hundred. A single round
   * shows one of a quarter.
   */
  public boolean showsRise() {
    double[] logs = logs();
    double variance = logs.length < 2 ? 0 : variance(logs);
    double ample = Math.max(AMPLE_RISE * AMPLE_RISE, variance);
    return mean(logs)
        > new Uncertainty(logs.length, variance, logs.length - 1.0, ample, RISE_TAIL).halfWidth();
  }

  /** Its first rounds. */
  Series first(int rounds) {
    SortedMap<Integer, Double> some = new TreeMap<>();
    speeds.entrySet().stream()
        .limit(rounds)
        .forEach(each -> some.put(each.getKey(), each.getValue()));
    return new Series(name, some);
  }

  /** The mean of the logarithms. */
  double meanLog() {
    return mean(logs());
  }

  /** Round by round this one's speed as a multiple of the other's, of the rounds that both have. */
  public Series relativeTo(Series other) {
    SortedMap<Integer, Double> ratios = new TreeMap<>(speeds);
    ratios.keySet().retainAll(other.speeds.keySet());
    ratios.replaceAll((round, speed) -> speed / other.speeds.get(round));
    return new Series(name, ratios);
  }

  /** The logarithms of the rounds, in their order. */
  double[] logs() {
    return speeds.values().stream().mapToDouble(Math::log).toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** The variance of a sample: divided by n - 1. */
  static double variance(double[] values) {
    return squares(values) / (values.length - 1);
  }

  /** The sum of squared distances from the mean. */
  static double squares(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
  }
}
