package dev.storagebench.benchmarks.suite;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes to a suite from the command line; null or empty for no change.
 *
 * @param engines candidates, separated by commas, or {@code all}
 * @param values of conditions, workloads' parameters and threads, by name
 * @param workloads names of the suite's workloads, or of benchmarks
 * @param rates operations a second at which response times are measured besides
 * @param scale the size of generated data, as a factor
 * @param size of generated data in place of the scale, as a setting of its format: {@code
 *     records=200000} or {@code bytes=5368709120}
 * @param total about how long the whole run takes
 */
public record Overrides(
    @Nullable String engines,
    Map<String, List<String>> values,
    List<String> workloads,
    List<String> rates,
    @Nullable Double scale,
    @Nullable String size,
    long seed,
    @Nullable Integer rounds,
    @Nullable Duration warmUp,
    @Nullable Duration measure,
    @Nullable Duration total) {

  /** The suite as it is. */
  public static final Overrides NONE =
      new Overrides(null, Map.of(), List.of(), List.of(), null, null, 1, null, null, null, null);

  public Overrides {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    workloads = List.copyOf(workloads);
    rates = List.copyOf(rates);
  }
}
