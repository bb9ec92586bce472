package dev.storagebench.datasets.synthetic;

/** Writes the parts of an article. */
final class WikiText {
  private static final byte[] CITE = ArticleWriter.ascii("<ref>{{cite web|url=http://www.");

  private final Language language;
  private final SplitMix random;
  private final int[] topic = new int[64];

  WikiText(Language language, SplitMix random) {
    this.language = language;
    this.random = random;
  }

  /** Chooses the words the article comes back to. */
  void chooseTopic() {
    for (int i = 0; i < topic.length; i++) {
      topic[i] = language.drawTopic(random, 100);
    }
  }

  /** Appends a name of one to three words. */
  void writeName(TextBuffer out) {
    int words = 1 + random.below(3);
    for (int i = 0; i < words; i++) {
      language.writeCapitalised(language.drawTopic(random, 100), out);
    }
    out.dropLast();
  }

  /** Appends a heading and one to four paragraphs, up to about {@code end}. */
  void writeSection(TextBuffer out, int end) {
    out.put('\n');
    out.put('=');
    out.put('=');
    writeName(out);
    out.put('=');
    out.put('=');
    out.put('\n');
    for (int left = 1 + random.below(4); left > 0 && out.length() < end; left--) {
      writeParagraph(out, end);
    }
  }

  /** Appends a paragraph and an empty line. */
  void writeParagraph(TextBuffer out, int end) {
    int words = 60 + random.below(100);
    int word = 0;
    int left = 0;
    for (int i = 0; i < words && out.length() < end; i++) {
      long bits = random.next();
      int choice = (int) (bits >>> 48) & 1023;
      if (choice < 60) {
        word = topic[(int) bits & 63];
      } else if (choice < 300) {
        word = language.successor(word, bits >>> 40);
      } else {
        word = language.draw(bits);
      }
      if (left == 0) {
        left = 10 + (int) ((bits >>> 58) & 15);
        language.writeCapitalised(word, out);
      } else if (choice > 980) {
        out.put('[');
        out.put('[');
        writeName(out);
        out.put(']');
        out.put(']');
        out.put(' ');
      } else {
        language.write(word, out);
      }
      if (--left == 0) {
        out.replaceLast('.');
        if (choice < 512) {
          out.put(CITE);
          language.write(language.drawTopic(random, 1000), out);
          out.replaceLast('.');
          out.put(ArticleWriter.ascii("com|title="));
          writeName(out);
          out.put(ArticleWriter.ascii("}}</ref>"));
        }
        out.put(' ');
      }
    }
    out.put('\n');
    out.put('\n');
  }
}
