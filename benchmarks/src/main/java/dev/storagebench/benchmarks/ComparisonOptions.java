package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a quick comparison and a suite understand alike: who takes part, and where results go. */
final class ComparisonOptions {
  @Option(
      names = "--engines",
      split = ",",
      paramLabel = "NAME",
      description = "Only these engines; by default all that fit the run and are at hand.")
  private List<String> engines = List.of();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the results go; by default runs/<time>.")
  private @Nullable Path out;

  /** Null for a folder named by the time. */
  @Nullable Path out() {
    return out;
  }

  /**
   * The engines that were named, or all that have no reason to stay out.
   *
   * @param whyNot the reason why an engine takes no part unless it is named; empty if it does
   * @param leftOut gets those that take no part, each with the reason
   */
  List<String> engines(
      Function<StorageEngine, Optional<String>> whyNot, Map<String, String> leftOut) {
    if (!engines.isEmpty()) {
      engines.forEach(Engines::named);
      return engines.stream().distinct().toList();
    }
    List<String> chosen = new ArrayList<>();
    for (StorageEngine engine : Engines.all()) {
      whyNot
          .apply(engine)
          .ifPresentOrElse(
              reason -> leftOut.put(engine.name(), reason), () -> chosen.add(engine.name()));
    }
    return chosen;
  }
}
