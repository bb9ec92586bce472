package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.Durability;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What all suites understand alike. */
final class SuiteOptions {
  @Option(
      names = "--durability",
      paramLabel = "WORD",
      defaultValue = "process",
      description =
          "What an acknowledged write survives: none, process or sync (default: ${DEFAULT-VALUE}).")
  private Durability durability = Durability.PROCESS;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The master seed of all operations (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** As the cells' parameter has it. */
  String durability() {
    return durability.name().toLowerCase(Locale.ROOT);
  }

  long seed() {
    return seed;
  }
}
