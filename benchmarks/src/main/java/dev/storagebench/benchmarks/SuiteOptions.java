package dev.storagebench.benchmarks;

import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.suite.Overrides;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the command line changes of a suite. */
final class SuiteOptions {
  @Option(
      names = "--engines",
      paramLabel = "CANDIDATES",
      description = {
        "Candidates, separated by commas: an engine, optionally with a version, options and a",
        "label: rocksdb, rocksdb@9.10.0, 'tuned=rocksdb{max_background_jobs=4}'; or all."
      })
  private @Nullable String engines;

  @Mixin private ConditionOptions conditions = new ConditionOptions();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Threads per store, an axis: 1,2,4,8 (default: one per processor, at most 8).")
  private List<String> threads = List.of();

  @Option(
      names = "--read-percent",
      split = ",",
      paramLabel = "N",
      description = "The share of reads in mixes, in percent: 90.")
  private List<String> readPercents = List.of();

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "Only these workloads of the suite, or benchmarks by name: read,Scan,Delete.")
  private List<String> workloads = List.of();

  @Option(
      names = "--rate",
      split = ",",
      paramLabel = "RATE",
      description = {
        "Also measures response times of operations that arrive at a rate, in operations per",
        "second over all threads (500, 50k): at random intervals, or 50k:constant."
      })
  private List<String> rates = List.of();

  @Option(
      names = "--scale",
      paramLabel = "S",
      description = "The size of generated data relative to the published experiment.")
  private @Nullable Double scale;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "The number of generated records: 200000, 200k, 1m.")
  private @Nullable String records;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "How long each cell warms up, at most where a suite waits for steady figures.")
  private @Nullable Double warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long each cell is measured in each round.")
  private @Nullable Double seconds;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "About how long the run takes; sets the time of each cell.")
  private @Nullable Double minutes;

  ConditionOptions conditions() {
    return conditions;
  }

  /**
   * The overrides.
   *
   * @param parameters more values of parameters, by name
   * @param rounds how often each cell is measured; null for the suite's own number
   */
  Overrides overrides(Map<String, List<String>> parameters, @Nullable Integer rounds)
      throws IOException {
    if (scale != null && scale <= 0) {
      throw new IllegalArgumentException("--scale " + scale + " must be positive");
    }
    Map<String, List<String>> values = new LinkedHashMap<>(conditions.values());
    if (!threads.isEmpty()) {
      values.put("threads", threads);
    }
    if (!readPercents.isEmpty()) {
      values.put("readPercent", readPercents);
    }
    values.putAll(parameters);
    return new Overrides(
        engines,
        values,
        workloads,
        rates(),
        scale,
        records == null ? null : count(records),
        conditions.seed(),
        rounds,
        time("--warm-up", warmUp, 1, 0),
        time("--seconds", seconds, 1, 1e-3),
        time("--minutes", minutes, 60, 1e-3));
  }

  /** The rates as cells have them; none by default. */
  List<String> rates() {
    return rates.stream()
        .map(Rate::canonical)
        .filter(rate -> !rate.equals(Rate.NONE))
        .distinct()
        .toList();
  }

  private static @Nullable Duration time(
      String option, @Nullable Double number, int seconds, double min) {
    if (number != null && number < min) {
      throw new IllegalArgumentException("%s %s must be positive".formatted(option, number));
    }
    return number == null ? null : Duration.ofMillis(Math.round(number * seconds * 1000));
  }

  private static long count(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    int unit = "kmg".indexOf(word.isEmpty() ? ' ' : word.charAt(word.length() - 1));
    try {
      long count =
          new BigDecimal(unit < 0 ? word : word.substring(0, word.length() - 1))
              .scaleByPowerOfTen(3 * (unit + 1))
              .longValueExact();
      if (count > 0) {
        return count;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // falls through to the same message
    }
    throw new IllegalArgumentException(
        "--records '%s' is not a count (expected 200000, 200k or 1m)".formatted(text));
  }
}
