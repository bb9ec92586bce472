package dev.storagebench.datasets.synthetic;

/** What can be generated, with its defaults. */
enum GeneratedKind {
  REVIEWS("reviews", 100_000, 1_010) {
    @Override
    RecordGenerator generator(long seed) {
      return RecordGenerator.reviews(seed);
    }
  },
  FINEFOODS("finefoods", 200_000, 483) {
    @Override
    RecordGenerator generator(long seed) {
      return RecordGenerator.fineFoods(seed);
    }
  },
  ARTICLES("articles", 4_000, 27_900) {
    @Override
    RecordGenerator generator(long seed) {
      return RecordGenerator.articles(seed);
    }
  },
  SHORT_ARTICLES("short-articles", 40_000, 2_500) {
    @Override
    RecordGenerator generator(long seed) {
      return RecordGenerator.shortArticles(seed);
    }
  };

  private final String formatName;
  private final long defaultRecords;
  private final long meanRecordBytes;

  GeneratedKind(String formatName, long defaultRecords, long meanRecordBytes) {
    this.formatName = formatName;
    this.defaultRecords = defaultRecords;
    this.meanRecordBytes = meanRecordBytes;
  }

  abstract RecordGenerator generator(long seed);

  /** The name on the command line. */
  String formatName() {
    return formatName;
  }

  /** How many records without a setting. */
  long defaultRecords() {
    return defaultRecords;
  }

  /** Key and value, on average, in bytes: what turns {@code bytes=} into a number of records. */
  long meanRecordBytes() {
    return meanRecordBytes;
  }
}
