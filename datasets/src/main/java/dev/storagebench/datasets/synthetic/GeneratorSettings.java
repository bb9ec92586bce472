package dev.storagebench.datasets.synthetic;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a generator's argument says.
 *
 * @param records how many records, at least 1
 * @param seed any number
 * @param meanBytes how long values are on average, for articles; 0 for the kind's own mean
 */
record GeneratorSettings(long records, long seed, long meanBytes) {
  private static final long DEFAULT_SEED = 42;
  // Shorter articles would be nothing but their links and categories.
  private static final long MIN_MEAN_BYTES = 8 << 10;
  private static final long MAX_MEAN_BYTES = 1 << 20;

  /**
   * Reads settings such as {@code records=100k;seed=7} or {@code bytes=9g}. All are optional.
   *
   * @throws IllegalArgumentException for an unknown, doubled or malformed setting; the message
   *     lists the valid ones
   */
  static GeneratorSettings parse(GeneratedKind kind, String argument) {
    Map<String, Long> values = new HashMap<>();
    for (String setting : argument.isEmpty() ? new String[0] : argument.split("[;,]", -1)) {
      String name = setting.replaceFirst("=.*", "");
      long thousand = name.equals("bytes") || name.equals("mean") ? 1024 : 1000;
      long value = number(setting.replaceFirst("[^=]*=?", ""), thousand);
      String problem =
          switch (name) {
            case "records", "bytes" ->
                value < 1 ? "expected a whole number such as 1000000 or 1m" : "";
            case "seed" -> value == Long.MIN_VALUE ? "expected a whole number" : "";
            case "mean" ->
                kind != GeneratedKind.ARTICLES
                    ? "only articles have this setting"
                    : value < MIN_MEAN_BYTES || value > MAX_MEAN_BYTES
                        ? "expected a size from 8k to 1m"
                        : "";
            default -> "unknown setting";
          };
      if (values.put(name, value) != null
          || (values.containsKey("records") && values.containsKey("bytes"))) {
        problem = "set twice, or both records and bytes";
      }
      if (!problem.isEmpty()) {
        throw bad(kind, argument, "'%s': %s".formatted(setting, problem));
      }
    }
    long mean = values.getOrDefault("mean", 0L);
    Long bytes = values.get("bytes");
    long count =
        bytes == null
            ? values.getOrDefault("records", kind.defaultRecords())
            : Math.max(1, bytes / (mean == 0 ? kind.meanRecordBytes() : mean));
    if (count > RecordGenerator.INDEX_LIMIT) {
      throw bad(kind, argument, "more than %,d records".formatted(RecordGenerator.INDEX_LIMIT));
    }
    return new GeneratorSettings(count, values.getOrDefault("seed", DEFAULT_SEED), mean);
  }

  /** A number such as 7, 100k or 9g; {@link Long#MIN_VALUE} if it is none. */
  private static long number(String text, long thousand) {
    String lower = text.toLowerCase(Locale.ROOT);
    int power = lower.isEmpty() ? 0 : "kmgt".indexOf(lower.charAt(lower.length() - 1)) + 1;
    try {
      long value = Long.parseLong(power == 0 ? lower : lower.substring(0, lower.length() - 1));
      for (int i = 0; i < power; i++) {
        value = Math.multiplyExact(value, thousand);
      }
      return value;
    } catch (NumberFormatException | ArithmeticException notANumber) {
      return Long.MIN_VALUE;
    }
  }

  private static IllegalArgumentException bad(GeneratedKind kind, String argument, String problem) {
    return new IllegalArgumentException(
        "%s:%s: %s; %s".formatted(kind.formatName(), argument, problem, validSettings(kind)));
  }

  /** The settings there are, for people. */
  static String validSettings(GeneratedKind kind) {
    return ("valid settings, separated by ; are records=N (default %d; k, m, g are decimal) or"
            + " bytes=N (k, m, g are binary), %sand seed=N (default %d)")
        .formatted(
            kind.defaultRecords(),
            kind == GeneratedKind.ARTICLES
                ? "mean=N (bytes of a value on average, from 8k to 1m; default 27k), "
                : "",
            DEFAULT_SEED);
  }

  @Override
  public String toString() {
    return "records=" + records + ",seed=" + seed + (meanBytes == 0 ? "" : ",mean=" + meanBytes);
  }
}
