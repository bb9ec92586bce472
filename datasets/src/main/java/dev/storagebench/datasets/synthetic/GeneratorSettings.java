package dev.storagebench.datasets.synthetic;

import java.util.Locale;

/**
 * What a generator's argument says.
 *
 * @param records how many records, at least 1
 * @param seed any number
 */
record GeneratorSettings(long records, long seed) {
  private static final long DEFAULT_SEED = 42;

  /**
   * Reads settings such as {@code records=100k;seed=7} or {@code bytes=9g}. All are optional.
   *
   * @throws IllegalArgumentException for an unknown, doubled or malformed setting; the message
   *     lists the valid ones
   */
  static GeneratorSettings parse(GeneratedKind kind, String argument) {
    Long records = null;
    Long seed = null;
    for (String setting : argument.isEmpty() ? new String[0] : argument.split("[;,]", -1)) {
      int equals = setting.indexOf('=');
      String name = equals < 0 ? setting : setting.substring(0, equals);
      String number = equals < 0 ? "" : setting.substring(equals + 1);
      boolean doubled = name.equals("seed") ? seed != null : records != null;
      if (doubled) {
        throw bad(kind, argument, "'%s' is one setting too many".formatted(setting));
      }
      switch (name) {
        case "records" -> records = positive(kind, argument, setting, number, 1000);
        case "bytes" -> {
          long bytes = positive(kind, argument, setting, number, 1024);
          records = Math.max(1, bytes / kind.meanRecordBytes());
        }
        case "seed" -> seed = scaled(kind, argument, setting, number, 1000);
        default -> throw bad(kind, argument, "unknown setting '%s'".formatted(setting));
      }
    }
    long count = records == null ? kind.defaultRecords() : records;
    if (count > RecordGenerator.INDEX_LIMIT) {
      throw bad(
          kind,
          argument,
          "%,d records are more than the %,d there are"
              .formatted(count, RecordGenerator.INDEX_LIMIT));
    }
    return new GeneratorSettings(count, seed == null ? DEFAULT_SEED : seed);
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
            + " bytes=N (k, m, g are binary), and seed=N (default %d)")
        .formatted(kind.defaultRecords(), DEFAULT_SEED);
  }

  @Override
  public String toString() {
    return "records=" + records + ",seed=" + seed;
  }
}
