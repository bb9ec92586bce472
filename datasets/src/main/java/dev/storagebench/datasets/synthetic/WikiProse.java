package dev.storagebench.datasets.synthetic;

import java.nio.charset.StandardCharsets;

/**
 * Writes the running text of articles: words, names, links, sentences. An article has words and
 * names of its own that it comes back to; the first of them most often.
 */
final class WikiProse {
  /** A dash between numbers, as typography has it. */
  static final byte[] EN_DASH = "\u2013".getBytes(StandardCharsets.UTF_8);

  private static final byte[] ACUTE_E = "\u00e9".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BOLD = ascii("'''");
  private static final int TOPIC_WORDS = 128;

  private final Language language;
  private final ArticleModel model;
  private final SplitMix random;
  private final int firstTopicPlace;
  private final int[] topic = new int[TOPIC_WORDS];
  private int sectionPlace;

  WikiProse(Language language, ArticleModel model, SplitMix random) {
    this.language = language;
    this.model = model;
    this.random = random;
    firstTopicPlace = language.placeOf(model.commonest());
  }

  /** Chooses the words and names of an article. */
  void startArticle() {
    for (int i = 0; i < topic.length; i++) {
      topic[i] = language.drawTopic(random.next(), firstTopicPlace);
    }
    startSection();
  }

  /** Chooses which of the article's words and names a section is full of. */
  void startSection() {
    sectionPlace = random.below(TOPIC_WORDS);
  }

  /** Appends a sentence of about 8 to 30 words and a space. */
  void writeSentence(TextBuffer out) {
    int words = 8 + random.below(12) + random.below(12);
    int word = language.draw(random.next());
    language.writeCapitalised(word, out);
    for (int i = 1; i < words; i++) {
      long bits = random.next();
      int choice = (int) (bits >>> 54);
      if (choice < model.topicChance()) {
        word = topicWord(bits);
      } else if (choice < model.topicChance() + model.successorChance()) {
        word = language.successor(word, bits >>> 40);
      } else if (choice >= 1024 - model.linkChance()) {
        writeLink(out, bits);
        continue;
      } else {
        word = language.draw(bits);
      }
      int decoration = (int) (bits >>> 48) & 63;
      if (decoration < 58) {
        language.write(word, out);
      } else {
        writeDecorated(word, decoration, out);
      }
    }
    out.replaceLast('.');
    out.put(' ');
  }

  private void writeDecorated(int word, int decoration, TextBuffer out) {
    switch (decoration) {
      case 58 -> {
        writeYear(out);
        out.put(' ');
      }
      case 59 -> language.writeCapitalised(word, out);
      case 60 -> {
        writeName(out);
        out.put(' ');
      }
      default -> {
        language.write(word, out);
        out.replaceLast(',');
        out.put(' ');
      }
    }
  }

  /** Appends a link, its text in half the cases another than its target, and a space. */
  private void writeLink(TextBuffer out, long bits) {
    out.put('[');
    out.put('[');
    writeName(out);
    if ((bits & 1) == 0) {
      out.put('|');
      language.write(topicWord(bits >>> 2), out);
      language.write(topicWord(bits >>> 12), out);
      out.dropLast();
    }
    out.put(']');
    out.put(']');
    if ((bits & 0x1C) == 0) {
      out.put(',');
    }
    out.put(' ');
  }

  /** Appends a link alone. */
  void writePlainLink(TextBuffer out) {
    out.put('[');
    out.put('[');
    writeName(out);
    out.put(']');
    out.put(']');
  }

  /** Appends a name of one to three words, often one that stood there before. */
  void writeName(TextBuffer out) {
    long bits = random.next();
    int words = 1 + (int) (((bits >>> 62) * 3) >>> 2);
    boolean repeated = (int) ((bits >>> 50) & 1023) < model.repeatChance();
    int place = repeated ? topicPlace(bits) : 0;
    if (repeated) {
      // A name comes back whole: its length, too, follows from its place.
      words = 1 + place % 3;
    }
    for (int i = 0; i < words; i++) {
      int word =
          repeated
              ? topic[(place + i) & (TOPIC_WORDS - 1)]
              : language.drawTopic(random.next(), firstTopicPlace);
      language.writeCapitalised(word, out);
    }
    out.dropLast();
    if ((bits & 0x3F00_0000L) == 0) {
      out.put(ACUTE_E);
    }
  }

  /** Appends {@code count} words in running text, without the space after the last. */
  void writeWords(TextBuffer out, int count) {
    int word = topicWord(random.next());
    language.writeCapitalised(word, out);
    for (int i = 1; i < count; i++) {
      long bits = random.next();
      int choice = (int) (bits >>> 54);
      word =
          choice < 256
              ? topicWord(bits)
              : choice < 512 ? language.successor(word, bits >>> 40) : language.draw(bits);
      language.write(word, out);
    }
    out.dropLast();
  }

  /** Appends one word in lower case without a space. */
  void writeWord(TextBuffer out) {
    language.write(topicWord(random.next()), out);
    out.dropLast();
  }

  /** Appends a year, recent ones more often. */
  void writeYear(TextBuffer out) {
    long bits = random.next();
    int span = (bits & 3) == 0 ? 200 : 30;
    out.putNumber(2015 - ((((bits >>> 8) & 0xFFFF) * span) >>> 16), 4);
  }

  /** Appends the bold title. */
  void writeTitle(TextBuffer title, TextBuffer out) {
    out.put(BOLD);
    out.put(title);
    out.put(BOLD);
  }

  private int topicWord(long bits) {
    return topic[topicPlace(bits)];
  }

  /** One of the section's few words in some cases, else the smaller of two draws of all. */
  private int topicPlace(long bits) {
    int one = (int) bits & (TOPIC_WORDS - 1);
    int two = (int) (bits >>> 8) & (TOPIC_WORDS - 1);
    if ((int) ((bits >>> 16) & 1023) < model.localChance()) {
      return (sectionPlace + Math.min(one & 7, two & 7)) & (TOPIC_WORDS - 1);
    }
    return Math.min(one, two);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
