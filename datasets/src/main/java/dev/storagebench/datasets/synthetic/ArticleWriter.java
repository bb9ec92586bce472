package dev.storagebench.datasets.synthetic;

/** Writes articles in wikitext, and redirects. */
final class ArticleWriter implements RecordWriter {
  private static final Language LANGUAGE =
      new Language(2, FunctionWords.IMPERSONAL, 60_000, 8192, 1.16, 1.5, 3);
  private static final int FIRST_TITLE_WORD = 2048;
  private static final int REDIRECTS_PER_1024 = 497;
  private static final SizeTable SIZES =
      new SizeTable(
          0, 429, 1_000, 1571, 5_000, 2363, 10_000, 4124, 25_000, 11_908, 40_000, 25_520, 50_000,
          41_439, 60_000, 53_078, 70_000, 72_142, 80_000, 92_217, 85_000, 109_527, 90_000, 133_472,
          95_000, 164_199, 99_000, 179_176, 100_000, 185_000);

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
  private final long seed;

  ArticleWriter(long seed) {
    this(LANGUAGE, MODEL, seed);
  }

  ArticleWriter(Language language, ArticleModel model, long seed) {
    this.model = model;
    this.seed = SplitMix.mix(seed ^ 0x4152_5449_434CL);
    keys = new ArticleKeys(language, FIRST_TITLE_WORD, seed);
    prose = new WikiProse(language, model, random);
    references = new WikiReferences(prose, random);
    blocks = new WikiBlocks(prose, references, random);
  }

  @Override
  public void write(long index, TextBuffer key, TextBuffer value) {
    boolean redirect = writeKey(index, key);
    int size = SIZES.draw(random.next());
    prose.startArticle();
    references.startArticle();
    if (redirect) {
      writeRedirect(value);
    } else {
      writeArticle(key, value, size);
    }
  }

  /**
   * Appends the key and leaves the random numbers where the value begins.
   *
   * @return true if the record is a redirect
   */
  boolean writeKey(long index, TextBuffer key) {
    random.seed(SplitMix.mix(seed ^ index));
    boolean redirect = random.chance(REDIRECTS_PER_1024);
    keys.write(index, redirect, key);
    return redirect;
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
