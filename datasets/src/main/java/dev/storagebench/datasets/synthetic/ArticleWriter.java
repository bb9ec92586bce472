package dev.storagebench.datasets.synthetic;

import java.nio.charset.StandardCharsets;

/** Writes articles in wikitext, and redirects. */
final class ArticleWriter implements RecordWriter {
  private static final Language LANGUAGE = new Language(2, 60_000, 8192, 1.0, 2.5, 1);
  private static final int FIRST_TITLE_WORD = 2048;
  private static final int REDIRECTS_PER_1024 = 497;
  private static final SizeTable SIZES =
      new SizeTable(
          0, 429, 1_000, 1571, 5_000, 2363, 10_000, 4124, 25_000, 11_908, 40_000, 25_520, 50_000,
          41_439, 60_000, 53_078, 70_000, 72_142, 80_000, 92_217, 85_000, 109_527, 90_000, 133_472,
          95_000, 164_199, 99_000, 179_176, 100_000, 185_000);

  private final ArticleKeys keys;
  private final WikiText text;
  private final SplitMix random = new SplitMix();
  private final long seed;

  ArticleWriter(long seed) {
    keys = new ArticleKeys(LANGUAGE, FIRST_TITLE_WORD, seed);
    text = new WikiText(LANGUAGE, random);
    this.seed = SplitMix.mix(seed ^ 0x5445_5854L);
  }

  @Override
  public void write(long index, TextBuffer key, TextBuffer value) {
    random.seed(SplitMix.mix(seed ^ index));
    boolean redirect = random.chance(REDIRECTS_PER_1024);
    keys.write(index, redirect, key);
    text.chooseTopic();
    if (redirect) {
      writeRedirect(value);
    } else {
      writeArticle(key, value, SIZES.draw(random.next()));
    }
  }

  private void writeRedirect(TextBuffer out) {
    out.put(ascii("#REDIRECT [["));
    text.writeName(out);
    out.put(ascii("]] {{R from CamelCase}}"));
  }

  private void writeArticle(TextBuffer title, TextBuffer out, int size) {
    out.put(ascii("'''"));
    out.put(title);
    out.put(ascii("''' "));
    text.writeParagraph(out, size);
    while (out.length() < size - 64) {
      text.writeSection(out, size - 32);
    }
    out.put(ascii("[[Category:"));
    text.writeName(out);
    out.put(ascii("]]"));
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
