package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Who takes part in a quick comparison or a suite of engines. */
final class ComparisonOptions {
  private static final String ALL = "all";

  @Option(
      names = "--engines",
      split = ",",
      paramLabel = "NAME",
      description = "Only these engines, or all; by default those that the run is meant for.")
  private List<String> engines = List.of();

  /**
   * The engines that were named; without names, or with {@code all}, those at hand.
   *
   * @param whyNot the reason why an engine at hand takes no part without {@code all}; empty if it
   *     does
   * @param leftOut gets those that take no part, each with the reason
   */
  List<String> engines(
      Function<StorageEngine, Optional<String>> whyNot, Map<String, String> leftOut) {
    boolean all = engines.contains(ALL);
    if (!engines.isEmpty() && !all) {
      engines.forEach(Engines::named);
      return engines.stream().distinct().toList();
    }
    List<String> chosen = new ArrayList<>();
    for (StorageEngine engine : Engines.all()) {
      engine
          .staysOut()
          .or(() -> all ? Optional.empty() : whyNot.apply(engine))
          .ifPresentOrElse(
              reason -> leftOut.put(engine.name(), reason), () -> chosen.add(engine.name()));
    }
    return chosen;
  }
}
