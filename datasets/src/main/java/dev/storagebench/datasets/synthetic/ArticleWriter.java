package dev.storagebench.datasets.synthetic;

/** Writes articles in wikitext, and redirects. */
final class ArticleWriter implements RecordWriter {
  private static final Language LANGUAGE =
      new Language(2, FunctionWords.IMPERSONAL, 60_000, 8192, 1.16, 1.5, 3);
  private static final int FIRST_TITLE_WORD = 2048;

  /** Of 2^32: 100 of 206 pages. */
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
  private static final SizeTable SIZES =
      new SizeTable(
          0, 429, 1_000, 1571, 1_800, 1790, 3_900, 1890, 5_000, 2363, 10_000, 4124, 25_000, 11_908,
          40_000, 25_520, 50_000, 41_439, 60_000, 53_078, 70_000, 72_142, 80_000, 92_217, 85_000,
          109_527, 90_000, 133_472, 95_000, 164_199, 99_000, 179_176, 100_000, 185_000);

  /** The mean of the values that come of these sizes, redirects too. */
  private static final int MEAN_BYTES = 27_768;

  /**
   * The same shape at an eleventh of the size, as long as the articles of a whole Wikipedia are on
   * average: 2.5 KB with the redirects.
   */
  static final SizeTable SHORT =
      new SizeTable(
          0, 100, 5_000, 215, 10_000, 375, 25_000, 1_080, 40_000, 2_320, 50_000, 3_770, 60_000,
          4_825, 70_000, 6_560, 80_000, 8_380, 90_000, 12_130, 95_000, 14_930, 100_000, 16_820);

  private static final ArticleModel MODEL = new ArticleModel(220, 320, 300, 80, 330, 760, 770);
  private static final byte[] REDIRECT = WikiProse.ascii("#REDIRECT [[");
  private static final byte[] REDIRECT_TAIL = WikiProse.ascii("]] {{R from CamelCase}}");
  private static final int TAIL_BYTES = 900;

  private final SplitMix random = new SplitMix();
  private final ArticleModel model;
  private final ArticleKeys keys;
  private final WikiProse prose;
  private final WikiReferences references;
  private final WikiBlocks blocks;
  private final SizeTable sizes;
  private final long seed;

  /** Sizes with which values, redirects too, have this mean: the same shape at another scale. */
  static SizeTable sizes(long meanBytes) {
    return SIZES.scaled((double) meanBytes / MEAN_BYTES);
  }

  ArticleWriter(long seed) {
    this(LANGUAGE, MODEL, SIZES, seed);
  }

  /** Articles of other sizes. */
  ArticleWriter(SizeTable sizes, long seed) {
    this(LANGUAGE, MODEL, sizes, seed);
  }

  ArticleWriter(Language language, ArticleModel model, long seed) {
    this(language, model, SIZES, seed);
  }

  private ArticleWriter(Language language, ArticleModel model, SizeTable sizes, long seed) {
    this.model = model;
    this.sizes = sizes;
    this.seed = SplitMix.mix(seed ^ 0x4152_5449_434CL);
    keys = new ArticleKeys(language, FIRST_TITLE_WORD, seed);
    prose = new WikiProse(language, model, random);
    references = new WikiReferences(prose, random);
    blocks = new WikiBlocks(prose, references, random);
  }

  @Override
  public void write(long index, TextBuffer key, TextBuffer value) {
    long rank = writeKey(index, key);
    prose.startArticle();
    references.startArticle();
    if (rank < REDIRECTS) {
      writeRedirect(value);
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
  long writeKey(long index, TextBuffer key) {
    random.seed(SplitMix.mix(seed ^ index));
    long rank = (seed + index * GOLDEN) >>> 32;
    keys.write(index, rank < REDIRECTS, key);
    return rank;
  }

  private void writeRedirect(TextBuffer out) {
    out.put(REDIRECT);
    prose.writeName(out);
    out.put(REDIRECT_TAIL);
  }

  private void writeArticle(TextBuffer title, TextBuffer out, int size) {
    int end = size - Math.min(size / 3, TAIL_BYTES);
    if (size > 3000 && random.chance(600)) {
      blocks.writeInfobox(out);
    }
    prose.writeTitle(title, out);
    out.put(' ');
    writeParagraph(out, end);
    while (out.length() < end) {
      writeSection(out, end);
    }
    blocks.writeTail(out, size);
  }

  private void writeSection(TextBuffer out, int end) {
    blocks.writeHeading(out);
    int kind = random.below(16);
    if (kind == 0) {
      blocks.writeTable(out, end);
    } else if (kind < 5) {
      blocks.writeList(out, end);
    } else {
      for (int left = 1 + random.below(6); left > 0 && out.length() < end; left--) {
        writeParagraph(out, end);
      }
    }
  }

  private void writeParagraph(TextBuffer out, int end) {
    for (int left = 2 + random.below(7); left > 0 && out.length() < end; left--) {
      prose.writeSentence(out);
      if (random.chance(model.referenceChance())) {
        out.dropLast();
        references.writeReference(out);
        out.put(' ');
      }
    }
    out.replaceLast('\n');
    out.put('\n');
  }
}
