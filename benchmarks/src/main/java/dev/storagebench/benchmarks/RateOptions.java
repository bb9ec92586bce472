package dev.storagebench.benchmarks;

import dev.storagebench.core.openloop.Rate;
import java.util.List;
import picocli.CommandLine.Option;

/** At which rates response times are measured. */
final class RateOptions {
  @Option(
      names = "--rate",
      split = ",",
      paramLabel = "RATE",
      description = {
        "Measures response times of operations that come at a rate, whether or not the",
        "engine is done with those before: operations a second over all threads, 500 or",
        "50k, at random as from many users; 50k:constant for equal gaps."
      })
  private List<String> rates = List.of();

  /**
   * As they are in cells; none by default.
   *
   * @throws IllegalArgumentException if one of them is no rate
   */
  List<String> rates() {
    return rates.stream()
        .map(Rate::canonical)
        .filter(rate -> !rate.equals(Rate.NONE))
        .distinct()
        .toList();
  }
}
