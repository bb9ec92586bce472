package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.input.RecordBytes;

/** Writes articles in wikitext, and redirects. */
final class ArticleWriter implements RecordGenerator.Writer {
  private static final int TITLE_WORDS = 1024;
  private static final int FIRST_TITLE_WORD = 2048;
  private static final long SHORT_TITLES = (long) TITLE_WORDS * TITLE_WORDS;

  /** Share of redirects, of 2^32: 100 of 206 pages. */
  private static final long REDIRECTS = (1L << 32) * 100 / 206;

  /**
   * 2^64 divided by the golden ratio, whose multiples fill the numbers most evenly (Weyl). Sizes
   * follow them instead of being drawn, so that already a few hundred pages are as large as all:
   * half of the bytes are in a tenth of the pages.
   */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  /**
   * Articles without the redirects. The median of all records lies at their quantile 0.028, where
   * the sample has 1656 and 2026 bytes, hence two knots around the middle of those.
   */
  static final String SIZES = "article sizes";

  /** The mean of the values that come of these sizes, redirects too. */
  private static final int MEAN_BYTES = 27_768;

  /**
   * Sizes of the same shape at an eleventh, as long as the articles of a whole Wikipedia are on
   * average: 2.5 KB with the redirects.
   */
  static final String SHORT_SIZES = "short article sizes";

  /** Sentences with a reference, of 1024. */
  private static final int REFERENCE_CHANCE = 330;

  private static final int TAIL_BYTES = 900;

  /** Items of lists: links with a note, sentences, citations. */
  private static final String[] LISTS = {"* %l %t\n", "* %l %t\n", "* %s\n", "* %q\n"};

  private final SplitMix random = new SplitMix();
  private final WikiText text = new WikiText(random);
  private final SizeTable sizes;
  private final long seed;
  private final long titleSeed;

  /** Articles that are longer or shorter throughout; values, redirects too, have this mean. */
  ArticleWriter(long meanBytes, long seed) {
    this(SIZES, (double) meanBytes / MEAN_BYTES, seed);
  }

  /** Articles of the sizes in a list, times a factor. */
  ArticleWriter(String sizes, double factor, long seed) {
    this.sizes = new SizeTable(sizes, factor);
    this.seed = SplitMix.mix(seed ^ 0x4152_5449_434CL);
    titleSeed = SplitMix.mix(seed ^ 0x4B45_5953L);
  }

  @Override
  public void write(long index, RecordBytes key, RecordBytes value) {
    long rank = writeKey(index, key);
    text.startArticle();
    if (rank < REDIRECTS) {
      text.fill("#REDIRECT [[%n]] {{R from CamelCase}}", value);
    } else {
      long among = Long.divideUnsigned((rank - REDIRECTS) << 32, (1L << 32) - REDIRECTS);
      writeArticle(key, value, sizes.draw(among));
    }
  }

  /**
   * Appends the key and leaves the random numbers where the value begins.
   *
   * @return the record's place among all by size, of 2^32; redirects are the shortest
   */
  long writeKey(long index, RecordBytes key) {
    random.seed(SplitMix.mix(seed ^ index));
    long rank = (seed + index * GOLDEN) >>> 32;
    writeTitle(index, rank < REDIRECTS, key);
    return rank;
  }

  /**
   * Appends the title of an index: two made words. No two indexes share one: an index below {@code
   * 2^20} is permuted and becomes two of {@value #TITLE_WORDS} title words; further indexes are
   * permuted among themselves, and the 20 bits more become two more words in brackets.
   *
   * @param joined true to write the words without spaces, as titles of old redirects are
   */
  private void writeTitle(long index, boolean joined, RecordBytes out) {
    long number =
        index < SHORT_TITLES
            ? SplitMix.permute(index, 20, titleSeed)
            : SHORT_TITLES + SplitMix.permute(index - SHORT_TITLES, 40, titleSeed);
    writeWord(number, out);
    if (joined) {
      out.dropLast();
    }
    writeWord(number >>> 10, out);
    out.dropLast();
    if (number >= SHORT_TITLES) {
      long rest = number - SHORT_TITLES;
      out.appendLatin1(" (");
      writeWord(rest >>> 20, out);
      writeWord(rest >>> 30, out);
      out.replaceLast(")");
    }
  }

  private void writeWord(long number, RecordBytes out) {
    WikiText.LANGUAGE.writeCapitalised(FIRST_TITLE_WORD + (int) (number & (TITLE_WORDS - 1)), out);
  }

  private void writeArticle(RecordBytes title, RecordBytes out, int size) {
    int end = size - Math.min(size / 3, TAIL_BYTES);
    if (size > 3000 && random.chance(600)) {
      text.fill("{{Infobox %w", out);
      writeRows("\n| %w = %c", 6 + random.below(16), end, out);
      out.appendLatin1("\n}}\n");
    }
    out.appendLatin1("'''");
    out.append(title.array(), 0, title.length());
    out.appendLatin1("''' ");
    writeParagraph(out, end);
    while (out.length() < end) {
      writeSection(out, end);
    }
    out.appendLatin1("\n==See also==\n");
    writeRows("*%l\n", 2 + random.below(6), size, out);
    out.appendLatin1("\n==References==\n{{Reflist|30em}}\n\n==External links==\n");
    writeRows("*[%u %t]\n", 1 + random.below(6), size, out);
    text.fill("\n[[Category:%n %w]]", out);
    writeRows("\n[[Category:%n %w %w]]", random.below(12), size, out);
  }

  private void writeSection(RecordBytes out, int end) {
    text.startSection();
    text.fill(random.chance(512) ? "\n==%n==\n" : "\n===%n===\n", out);
    int kind = random.below(16);
    if (kind == 0) {
      text.fill("{| class=\"wikitable\"\n! %n\n! %n\n! %n\n! %n\n", out);
      writeRows("|-\n| %c\n| %c\n| %c\n| %c\n", 8 + random.below(40), end, out);
      out.appendLatin1("|}\n");
    } else if (kind < 5) {
      writeRows(LISTS[random.below(LISTS.length)], 4 + random.below(16), end, out);
    } else {
      for (int left = 1 + random.below(6); left > 0 && out.length() < end; left--) {
        writeParagraph(out, end);
      }
    }
  }

  private void writeRows(String template, int rows, int end, RecordBytes out) {
    for (int left = rows; left > 0 && out.length() < end; left--) {
      text.fill(template, out);
    }
  }

  private void writeParagraph(RecordBytes out, int end) {
    for (int left = 2 + random.below(7); left > 0 && out.length() < end; left--) {
      text.writeSentence(out);
      if (random.chance(REFERENCE_CHANCE)) {
        out.dropLast();
        text.fill("%r ", out);
      }
    }
    out.replaceLast("\n\n");
  }
}
