package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.synthetic.GeneratorSettings.Defaults;
import java.util.function.LongFunction;

/** What can be generated, with its defaults. */
enum GeneratedKind {
  REVIEWS(new Defaults("reviews", 100_000, 1_010, false, ""), RecordGenerator::reviews),
  FINEFOODS(new Defaults("finefoods", 200_000, 483, false, ""), RecordGenerator::fineFoods),
  ARTICLES(
      new Defaults(
          "articles",
          4_000,
          27_900,
          true,
          "mean=N (bytes of a value on average, from 8k to 1m; default 27k), "),
      RecordGenerator::articles),
  SHORT_ARTICLES(
      new Defaults("short-articles", 40_000, 2_500, false, ""), RecordGenerator::shortArticles);

  @SuppressWarnings("Immutable") // a record of values
  private final Defaults defaults;

  @SuppressWarnings("Immutable") // method references
  private final LongFunction<RecordGenerator> generator;

  GeneratedKind(Defaults defaults, LongFunction<RecordGenerator> generator) {
    this.defaults = defaults;
    this.generator = generator;
  }

  RecordGenerator generator(long seed) {
    return generator.apply(seed);
  }

  /** The name on the command line, and what it generates without settings. */
  Defaults defaults() {
    return defaults;
  }
}
