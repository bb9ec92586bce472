package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.ScaledNumber;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a generator's argument says.
 *
 * @param records how many records, at least 1
 * @param meanBytes how long values are on average, for articles; 0 for the kind's own mean
 */
record GeneratorSettings(long records, long seed, long meanBytes) {
  private static final long DEFAULT_SEED = 42;
  private static final long MAX_RECORDS = 1_000_000_000_000L;
  // Shorter articles would be nothing but their links and categories.
  private static final long MIN_MEAN_BYTES = 8 << 10;
  private static final long MAX_MEAN_BYTES = 1 << 20;

  /**
   * What a format generates without settings.
   *
   * @param meanRecordBytes key and value, on average: turns {@code bytes=} into a number of records
   * @param hasMean whether {@code mean=} can be set
   * @param otherSettings its other settings for people, each with a comma and a space behind it
   */
  record Defaults(
      String format, long records, long meanRecordBytes, boolean hasMean, String otherSettings) {}

  /**
   * Reads settings such as {@code records=100k;seed=7} or {@code bytes=9g}. All are optional.
   *
   * @throws IllegalArgumentException for an unknown, doubled or malformed setting; the message
   *     lists the valid ones
   */
  static GeneratorSettings parse(GeneratedKind kind, String argument) {
    return parse(kind.defaults(), argument, split(argument));
  }

  /** The settings of an argument, one by one. */
  static List<String> split(String argument) {
    return argument.isEmpty() ? List.of() : List.of(argument.split("[;,]", -1));
  }

  /**
   * Reads the settings that all generators have.
   *
   * @param argument all settings, for messages
   */
  static GeneratorSettings parse(Defaults defaults, String argument, List<String> settings) {
    Map<String, Long> values = new HashMap<>();
    for (String setting : settings) {
      String name = setting.replaceFirst("=.*", "");
      String text = setting.replaceFirst("[^=]*=?", "");
      Optional<Long> value =
          switch (name) {
            case "records" -> ScaledNumber.find(text, ScaledNumber.DECIMAL, 1, MAX_RECORDS);
            case "bytes" -> ScaledNumber.find(text, ScaledNumber.BINARY, 1, Long.MAX_VALUE);
            case "seed" -> seed(text);
            case "mean" ->
                ScaledNumber.find(text, ScaledNumber.BINARY, MIN_MEAN_BYTES, MAX_MEAN_BYTES)
                    .filter(any -> defaults.hasMean());
            default -> Optional.empty();
          };
      String problem =
          value.isPresent()
              ? ""
              : switch (name) {
                case "records", "bytes" -> "expected a whole number such as 1000000 or 1m";
                case "seed" -> "expected a whole number";
                case "mean" ->
                    defaults.hasMean()
                        ? "expected a size from 8k to 1m"
                        : "only articles have this setting";
                default -> "unknown setting";
              };
      if (values.put(name, value.orElse(0L)) != null
          || (values.containsKey("records") && values.containsKey("bytes"))) {
        problem = "set twice, or both records and bytes";
      }
      if (!problem.isEmpty()) {
        throw bad(defaults, argument, "'%s': %s".formatted(setting, problem));
      }
    }
    long mean = values.getOrDefault("mean", 0L);
    Long bytes = values.get("bytes");
    long count =
        bytes == null
            ? values.getOrDefault("records", defaults.records())
            : Math.max(1, bytes / (mean == 0 ? defaults.meanRecordBytes() : mean));
    if (count > MAX_RECORDS) {
      throw bad(defaults, argument, "more than 1t records");
    }
    return new GeneratorSettings(count, values.getOrDefault("seed", DEFAULT_SEED), mean);
  }

  private static Optional<Long> seed(String text) {
    try {
      return Optional.of(Long.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  /** A setting or an argument that is refused. */
  static IllegalArgumentException bad(Defaults defaults, String argument, String problem) {
    return new IllegalArgumentException(
        "%s:%s: %s; %s".formatted(defaults.format(), argument, problem, validSettings(defaults)));
  }

  /** The settings there are, for people. */
  static String validSettings(Defaults defaults) {
    return ("valid settings, separated by ; are records=N (default %d; k, m, g are decimal) or"
            + " bytes=N (k, m, g are binary), %sand seed=N (default %d)")
        .formatted(defaults.records(), defaults.otherSettings(), DEFAULT_SEED);
  }

  @Override
  public String toString() {
    return "records=" + records + ",seed=" + seed + (meanBytes == 0 ? "" : ",mean=" + meanBytes);
  }
}
