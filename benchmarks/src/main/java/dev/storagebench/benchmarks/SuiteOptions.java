package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.Durability;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the results go; by default runs/<time>.")
  private @Nullable Path out;

  /** As the cells' parameter has it. */
  String durability() {
    return durability.name().toLowerCase(Locale.ROOT);
  }

  long seed() {
    return seed;
  }

  /** Null for a folder named by the time. */
  @Nullable Path out() {
    return out;
  }
}
