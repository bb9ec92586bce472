package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.input.RecordBytes;
import java.util.List;

/**
 * Writes the text of articles: words, names, links, sentences, and markup from templates. An
 * article has words and names of its own that it comes back to; the first of them most often.
 * Chances are per 1024.
 */
final class WikiText {
  static final Language LANGUAGE =
      new Language(2, WordLists.words("encyclopedia words"), 60_000, 1.16, 1.5);

  /** Chance that a word of prose is one the article comes back to. */
  private static final int TOPIC_CHANCE = 220;

  private static final int SUCCESSOR_CHANCE = 320;
  private static final int LINK_CHANCE = 80;

  /** Chance that a name is one the article comes back to. */
  private static final int REPEAT_CHANCE = 760;

  /** Chance that a word or name the article comes back to is one of its section. */
  private static final int LOCAL_CHANCE = 770;

  /** No article comes back to the 300 commonest words. */
  private static final int FIRST_TOPIC_PLACE = LANGUAGE.placeOf(300);

  private static final int TOPIC_WORDS = 128;

  private static final String[] CELLS = {"%l", "%l", "%d", "%d", "%y", "%n", "%w", "%t"};
  private static final List<String> REFERENCES = WordLists.of("references");
  private static final List<String> CITATIONS = WordLists.of("citations");

  private final SplitMix random;
  private final int[] topic = new int[TOPIC_WORDS];
  private int sectionPlace;

  WikiText(SplitMix random) {
    this.random = random;
  }

  /** Chooses the words and names of an article. */
  void startArticle() {
    for (int i = 0; i < topic.length; i++) {
      topic[i] = LANGUAGE.drawTopic(random.next(), FIRST_TOPIC_PLACE);
    }
    startSection();
  }

  /** Chooses which of the article's words and names a section is full of. */
  void startSection() {
    sectionPlace = random.below(TOPIC_WORDS);
  }

  /**
   * Appends a template, with {@code %n} a name, {@code %w} a word, {@code %t} several, {@code %s} a
   * sentence, {@code %l} a link, {@code %y} a year, {@code %m} a month or day, {@code %d} a number,
   * {@code %u} an address, {@code %c} the cell of a table, {@code %r} a reference, {@code %q} a
   * citation.
   */
  void fill(String template, RecordBytes out) {
    int written = 0;
    for (int at = template.indexOf('%'); at >= 0; at = template.indexOf('%', written)) {
      out.appendLatin1(template.substring(written, at));
      written = at + 2;
      switch (template.charAt(at + 1)) {
        case 'n' -> writeName(out);
        case 'w' -> writeWords(out, 1);
        case 't' -> writeWords(out, 3 + random.below(8));
        case 's' -> writeSentence(out);
        case 'l' -> fill("[[%n]]", out);
        case 'y' -> out.appendNumber(2015 - random.below(random.chance(256) ? 200 : 30), 10, 4);
        case 'm' -> out.appendNumber(1 + random.below(12), 10, 2);
        case 'd' -> out.appendNumber(random.next() >>> 44 >>> random.below(16), 10, 1);
        case 'u' -> fill("http://www.%w.com/%w-%w/%d", out);
        case 'c' -> fill(CELLS[random.below(CELLS.length)], out);
        case 'r' -> fill(REFERENCES.get(random.below(REFERENCES.size())), out);
        case 'q' -> fill(CITATIONS.get(random.below(CITATIONS.size())), out);
        default -> throw new IllegalArgumentException("no such placeholder: " + template);
      }
    }
    out.appendLatin1(template.substring(written));
  }

  /** Appends a sentence of about 8 to 30 words and a space. */
  void writeSentence(RecordBytes out) {
    int words = 8 + random.below(12) + random.below(12);
    int word = LANGUAGE.draw(random.next());
    LANGUAGE.writeCapitalised(word, out);
    for (int i = 1; i < words; i++) {
      long bits = random.next();
      if (bits >>> 54 >= 1024 - LINK_CHANCE) {
        writeLink(out, bits);
        continue;
      }
      word = nextWord(word, bits, TOPIC_CHANCE, SUCCESSOR_CHANCE);
      switch ((int) (bits >>> 48) & 63) {
        case 58 -> fill("%y ", out);
        case 59 -> LANGUAGE.writeCapitalised(word, out);
        case 60 -> fill("%n ", out);
        case 61, 62, 63 -> {
          LANGUAGE.write(word, out);
          out.replaceLast(", ");
        }
        default -> LANGUAGE.write(word, out);
      }
    }
    out.replaceLast(". ");
  }

  /** Appends a link, its text in half the cases another than its target, and a space. */
  private void writeLink(RecordBytes out, long bits) {
    out.appendLatin1("[[");
    writeName(out);
    if ((bits & 1) == 0) {
      out.append('|');
      LANGUAGE.write(topicWord(bits >>> 2), out);
      LANGUAGE.write(topicWord(bits >>> 12), out);
      out.dropLast();
    }
    out.appendLatin1("]]");
    if ((bits & 0x1C) == 0) {
      out.append(',');
    }
    out.append(' ');
  }

  /** Appends a name of one to three words, often one that stood there before. */
  private void writeName(RecordBytes out) {
    long bits = random.next();
    boolean repeated = (int) ((bits >>> 50) & 1023) < REPEAT_CHANCE;
    int place = repeated ? topicPlace(bits) : 0;
    // A name comes back whole: its length, too, follows from its place.
    int words = 1 + (repeated ? place % 3 : (int) (((bits >>> 62) * 3) >>> 2));
    for (int i = 0; i < words; i++) {
      int word =
          repeated
              ? topic[(place + i) & (TOPIC_WORDS - 1)]
              : LANGUAGE.drawTopic(random.next(), FIRST_TOPIC_PLACE);
      LANGUAGE.writeCapitalised(word, out);
    }
    out.dropLast();
    if ((bits & 0x3F00_0000L) == 0) {
      out.appendLatin1("\u00c3\u00a9"); // an e with an acute accent in UTF-8
    }
  }

  /** Appends {@code count} words in running text, without the space after the last. */
  private void writeWords(RecordBytes out, int count) {
    int word = topicWord(random.next());
    LANGUAGE.writeCapitalised(word, out);
    for (int i = 1; i < count; i++) {
      word = nextWord(word, random.next(), 256, 256);
      LANGUAGE.write(word, out);
    }
    out.dropLast();
  }

  private int nextWord(int word, long bits, int topicChance, int successorChance) {
    long choice = bits >>> 54;
    if (choice < topicChance) {
      return topicWord(bits);
    }
    return choice < topicChance + successorChance
        ? LANGUAGE.successor(word, bits >>> 40)
        : LANGUAGE.draw(bits);
  }

  private int topicWord(long bits) {
    return topic[topicPlace(bits)];
  }

  /** One of the section's few words in some cases, else the smaller of two draws of all. */
  private int topicPlace(long bits) {
    int one = (int) bits & (TOPIC_WORDS - 1);
    int two = (int) (bits >>> 8) & (TOPIC_WORDS - 1);
    if ((int) ((bits >>> 16) & 1023) < LOCAL_CHANCE) {
      return (sectionPlace + Math.min(one & 7, two & 7)) & (TOPIC_WORDS - 1);
    }
    return Math.min(one, two);
  }
}
