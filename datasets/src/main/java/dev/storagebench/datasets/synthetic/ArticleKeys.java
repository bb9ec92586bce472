package dev.storagebench.datasets.synthetic;

/**
 * The titles of generated articles: two made words, with further ones once there are over a
 * million; no two indexes share one.
 *
 * <p>An index below {@code 2^20} is permuted and becomes two of {@value #WORDS} title words.
 * Further indexes, up to {@code 2^40}, are permuted among themselves, and the 20 bits more become
 * two more words in brackets, which tells them from all others.
 */
final class ArticleKeys {
  private static final int WORDS = 1024;
  private static final long SHORT_TITLES = (long) WORDS * WORDS;

  private final Language language;
  private final int firstWord;
  private final long seed;

  /**
   * @param firstWord title words are the {@value #WORDS} of the language from this rank on
   */
  ArticleKeys(Language language, int firstWord, long seed) {
    this.language = language;
    this.firstWord = firstWord;
    this.seed = SplitMix.mix(seed ^ 0x4B45_5953L);
  }

  /**
   * Appends the title of an index.
   *
   * @param joined true to write the words without spaces, as titles of old redirects are
   */
  void write(long index, boolean joined, TextBuffer out) {
    long number =
        index < SHORT_TITLES
            ? SplitMix.permute(index, 20, seed)
            : SHORT_TITLES + SplitMix.permute(index - SHORT_TITLES, 40, seed);
    writeWord(number, out);
    if (joined) {
      out.dropLast();
    }
    writeWord(number >>> 10, out);
    out.dropLast();
    if (number >= SHORT_TITLES) {
      long rest = number - SHORT_TITLES;
      out.put(' ');
      out.put('(');
      writeWord(rest >>> 20, out);
      writeWord(rest >>> 30, out);
      out.replaceLast(')');
    }
  }

  private void writeWord(long number, TextBuffer out) {
    language.writeCapitalised(firstWord + (int) (number & (WORDS - 1)), out);
  }
}
