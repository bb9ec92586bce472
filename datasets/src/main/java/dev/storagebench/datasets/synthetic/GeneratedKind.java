package dev.storagebench.datasets.synthetic;

import java.util.function.LongFunction;

/** What can be generated, with its defaults. */
enum GeneratedKind {
  REVIEWS("reviews", 100_000, 1_010, RecordGenerator::reviews),
  FINEFOODS("finefoods", 200_000, 483, RecordGenerator::fineFoods),
  ARTICLES("articles", 4_000, 27_900, RecordGenerator::articles),
  SHORT_ARTICLES("short-articles", 40_000, 2_500, RecordGenerator::shortArticles);

  private final String formatName;
  private final long defaultRecords;
  private final long meanRecordBytes;

  @SuppressWarnings("Immutable") // method references
  private final LongFunction<RecordGenerator> generator;

  GeneratedKind(
      String formatName,
      long defaultRecords,
      long meanRecordBytes,
      LongFunction<RecordGenerator> generator) {
    this.formatName = formatName;
    this.defaultRecords = defaultRecords;
    this.meanRecordBytes = meanRecordBytes;
    this.generator = generator;
  }

  RecordGenerator generator(long seed) {
    return generator.apply(seed);
  }

  /** The name on the command line. */
  String formatName() {
    return formatName;
  }

  /** What it generates without settings. */
  GeneratorSettings.Defaults defaults() {
    return new GeneratorSettings.Defaults(
        formatName,
        defaultRecords,
        meanRecordBytes,
        this == ARTICLES,
        this == ARTICLES
            ? "mean=N (bytes of a value on average, from 8k to 1m; default 27k), "
            : "");
  }
}
