package dev.storagebench.core.stats;

import java.util.Arrays;

/** Mean and variance of a few figures. */
final class Moments {

  private Moments() {}

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** Of a sample: divided by one less than there are. */
  static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum()
        / (values.length - 1);
  }
}
