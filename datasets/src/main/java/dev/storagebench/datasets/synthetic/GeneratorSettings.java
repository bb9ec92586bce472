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
      int equals = setting.indexOf('=');
      String name = equals < 0 ? setting : setting.substring(0, equals);
      String number = equals < 0 ? "" : setting.substring(equals + 1);
      long value =
          switch (name) {
            case "records" -> positive(kind, argument, setting, number, 1000);
            case "bytes" -> positive(kind, argument, setting, number, 1024);
            case "mean" -> mean(kind, argument, setting, number);
            case "seed" -> scaled(kind, argument, setting, number, 1000);
            default -> throw bad(kind, argument, "unknown setting '%s'".formatted(setting));
          };
      if (values.put(name, value) != null
          || (values.containsKey("records") && values.containsKey("bytes"))) {
        throw bad(kind, argument, "'%s' is one setting too many".formatted(setting));
      }
    }
    long mean = values.getOrDefault("mean", 0L);
    Long bytes = values.get("bytes");
    long count =
        bytes == null
            ? values.getOrDefault("records", kind.defaultRecords())
            : Math.max(1, bytes / (mean == 0 ? kind.meanRecordBytes() : mean));
    if (count > RecordGenerator.INDEX_LIMIT) {
      throw bad(
          kind,
          argument,
          "%,d records are more than the %,d there are"
              .formatted(count, RecordGenerator.INDEX_LIMIT));
    }
    return new GeneratorSettings(count, values.getOrDefault("seed", DEFAULT_SEED), mean);
  }

  private static long mean(GeneratedKind kind, String argument, String setting, String number) {
    if (kind != GeneratedKind.ARTICLES) {
      throw bad(
          kind, argument, "only articles have a mean; unknown setting '%s'".formatted(setting));
    }
    long mean = scaled(kind, argument, setting, number, 1024);
    if (mean < MIN_MEAN_BYTES || mean > MAX_MEAN_BYTES) {
      throw bad(kind, argument, "'%s' is not from 8k to 1m".formatted(setting));
    }
    return mean;
  }

  private static long positive(
      GeneratedKind kind, String argument, String setting, String number, long thousand) {
    long value = scaled(kind, argument, setting, number, thousand);
    if (value < 1) {
      throw bad(kind, argument, "'%s' is less than 1".formatted(setting));
    }
    return value;
  }

  private static long scaled(
      GeneratedKind kind, String argument, String setting, String number, long thousand) {
    String lower = number.toLowerCase(Locale.ROOT);
    int power = lower.isEmpty() ? 0 : "kmgt".indexOf(lower.charAt(lower.length() - 1)) + 1;
    try {
      long value = Long.parseLong(power == 0 ? lower : lower.substring(0, lower.length() - 1));
      for (int i = 0; i < power; i++) {
        value = Math.multiplyExact(value, thousand);
      }
      return value;
    } catch (NumberFormatException | ArithmeticException notANumber) {
      throw bad(kind, argument, "'%s' is no number".formatted(setting));
    }
  }

  private static IllegalArgumentException bad(GeneratedKind kind, String argument, String problem) {
    return new IllegalArgumentException(
        "%s:%s: %s; %s".formatted(kind.formatName(), argument, problem, validSettings(kind)));
  }

  /** The settings there are, for people. */
  static String validSettings(GeneratedKind kind) {
    return ("the settings, separated by ; are records=N (default %d; k, m, g are decimal) or"
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
