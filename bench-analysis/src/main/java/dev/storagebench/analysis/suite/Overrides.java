package dev.storagebench.analysis.suite;

import dev.storagebench.core.engine.Candidate;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes to a suite from the command line; null or empty for no change.
 *
 * @param engines candidates; none for all engines
 * @param values of conditions, workloads' parameters and threads, by name
 * @param workloads names of the suite's workloads, or of benchmarks
 * @param rates operations a second at which response times are measured besides
 * @param servers engines of servers that are asked for, of those that a suite measures only if they
 *     are; null for all that are available. What was downloaded earlier changes no run
 */
public record Overrides(
    @Nullable List<Candidate> engines,
    Map<String, List<String>> values,
    List<String> workloads,
    List<String> rates,
    Size size,
    long seed,
    Times times,
    @Nullable Set<String> servers) {

  /**
   * The size of generated data.
   *
   * @param factor of the suite's own size
   * @param setting in place of the factor, of the data's format: {@code records=200000} or {@code
   *     bytes=5368709120}
   */
  public record Size(@Nullable Double factor, @Nullable String setting) {
    public static final Size OF_SUITE = new Size(null, null);
  }

  /**
   * For how long.
   *
   * @param total about how long the whole run takes
   * @param control whether the first candidate takes turns with itself, too; null for what the
   *     suite says
   */
  public record Times(
      @Nullable Integer rounds,
      @Nullable Duration warmUp,
      @Nullable Duration measure,
      @Nullable Duration total,
      @Nullable Boolean control) {
    public static final Times OF_SUITE = new Times(null, null, null, null, null);
  }

  public Overrides {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    workloads = List.copyOf(workloads);
    rates = List.copyOf(rates);
  }

  /** Candidates as the command line has them, separated by commas; {@code all} for all engines. */
  public static @Nullable List<Candidate> candidates(@Nullable String engines) {
    if (engines == null || engines.equals("all")) {
      return engines == null ? null : List.of();
    }
    List<Candidate> candidates = Candidate.parseList(engines);
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException(
          "invalid candidates '%s' (expected engines, or all)".formatted(engines));
    }
    return candidates;
  }

  /** The suite as it is, with these candidates; null for its own. */
  public static Overrides of(@Nullable String engines) {
    return new Overrides(
        candidates(engines),
        Map.of(),
        List.of(),
        List.of(),
        Size.OF_SUITE,
        1,
        Times.OF_SUITE,
        Set.of());
  }
}
