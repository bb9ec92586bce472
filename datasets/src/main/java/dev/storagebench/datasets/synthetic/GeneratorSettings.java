package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.ScaledNumber;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Settings in a generator's argument.
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
   * Settings of a format whose argument is empty.
   *
   * @param meanRecordBytes key and value, on average: turns {@code bytes=} into a number of records
   * @param otherNames of settings that not all generators have
   * @param otherSettings the same for people, each with a comma and a space behind it
   */
  record Defaults(
      String format,
      long records,
      long meanRecordBytes,
      Set<String> otherNames,
      String otherSettings) {
    boolean has(String name) {
      return Set.of("records", "bytes", "seed").contains(name) || otherNames.contains(name);
    }

    /**
     * Reads settings such as {@code records=100k;seed=7} or {@code bytes=9g}. All are optional.
     *
     * @param reading of the settings by name
     * @throws IllegalArgumentException for an unknown, doubled or malformed setting; the message
     *     lists the valid ones
     */
    <T> T parse(String argument, Function<Map<String, String>, T> reading) {
      try {
        return reading.apply(split(argument));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s:%s: %s; valid settings, separated by ; are records=N (default %d; k, m, g are decimal) or bytes=N (k, m, g are binary), %sand seed=N (default %d)"
                .formatted(format, argument, e.getMessage(), records, otherSettings, DEFAULT_SEED),
            e);
      }
    }

    private Map<String, String> split(String argument) {
      Map<String, String> given = new HashMap<>();
      for (String setting : argument.isEmpty() ? new String[0] : argument.split("[;,]", -1)) {
        String name = setting.replaceFirst("=.*", "");
        if (!has(name)) {
          throw new IllegalArgumentException("'%s': unknown setting".formatted(setting));
        }
        if (given.put(name, setting.replaceFirst("[^=]*=?", "")) != null
            || given.keySet().containsAll(Set.of("records", "bytes"))) {
          throw new IllegalArgumentException(
              "'%s': set twice, or both records and bytes".formatted(setting));
        }
      }
      return given;
    }
  }

  /** The settings that all generators have, and the mean of articles. */
  static GeneratorSettings of(Defaults defaults, Map<String, String> given, long meanRecordBytes) {
    long mean = number("mean", given, ScaledNumber.BINARY, MIN_MEAN_BYTES, MAX_MEAN_BYTES, 0);
    long bytes = number("bytes", given, ScaledNumber.BINARY, 1, Long.MAX_VALUE, 0);
    long records =
        bytes == 0
            ? number("records", given, ScaledNumber.DECIMAL, 1, MAX_RECORDS, defaults.records())
            : Math.max(1, bytes / (mean == 0 ? meanRecordBytes : mean));
    if (records > MAX_RECORDS) {
      throw new IllegalArgumentException("more than 1t records");
    }
    String seed = given.getOrDefault("seed", String.valueOf(DEFAULT_SEED));
    try {
      return new GeneratorSettings(records, Long.parseLong(seed), mean);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "invalid seed '%s' (expected a whole number)".formatted(seed), e);
    }
  }

  private static long number(
      String name, Map<String, String> given, int thousand, long min, long max, long absent) {
    String text = given.get(name);
    return text == null ? absent : ScaledNumber.parse(name, text, thousand, min, max);
  }

  @Override
  public String toString() {
    return "records=" + records + ",seed=" + seed + (meanBytes == 0 ? "" : ",mean=" + meanBytes);
  }
}
