package dev.storagebench.datasets.synthetic;

import java.nio.charset.StandardCharsets;

/**
 * Writes reviews: profile name, helpfulness, score, time, summary and text, with one separator byte
 * between them.
 */
final class ReviewWriter implements RecordWriter {
  /** Between the fields of a value: U+0001, the byte that the reader of real reviews uses. */
  static final byte SEPARATOR = 1;

  private static final byte[] BREAK = "<br /><br />".getBytes(StandardCharsets.US_ASCII);
  private static final long FIRST_TIME = 940_000_000L;
  private static final int TIME_SPAN = 410_000_000;
  private static final int SHORTEST_TEXT = 24;

  private final Language language;
  private final ReviewModel model;
  private final ReviewKeys keys;
  private final long seed;
  private final SplitMix random = new SplitMix();
  private final int firstTopicPlace;
  private final int[] topic;

  ReviewWriter(Language language, ReviewModel model, ReviewKeys keys, long seed) {
    this.language = language;
    this.model = model;
    this.keys = keys;
    this.seed = SplitMix.mix(seed ^ 0x5445_5854L);
    firstTopicPlace = language.placeOf(model.commonest());
    topic = new int[model.topicWords()];
  }

  @Override
  public void write(long index, TextBuffer key, TextBuffer value) {
    keys.locate(index);
    keys.write(key);
    random.seed(SplitMix.mix(seed + keys.product()));
    for (int i = 0; i < topic.length; i++) {
      topic[i] = language.drawTopic(random.next(), firstTopicPlace);
    }
    random.seed(SplitMix.mix(seed ^ keys.user()));
    writeName(value);
    value.put(SEPARATOR);
    random.seed(SplitMix.mix(SplitMix.mix(seed ^ index)));
    int size = model.sizes().draw(random.next());
    writeRatings(value);
    writeSummary(value);
    value.put(SEPARATOR);
    writeText(value, Math.max(size, value.length() + SHORTEST_TEXT));
  }

  private void writeName(TextBuffer out) {
    long choice = random.next();
    language.writeCapitalised(language.drawTopic(random.next(), firstTopicPlace), out);
    if ((choice & 7) < 2) {
      out.put('A' + (int) ((choice >>> 8) & 15));
      out.put('.');
      out.put(' ');
    }
    if ((choice & 7) < 5) {
      language.writeCapitalised(language.drawTopic(random.next(), firstTopicPlace), out);
    }
    out.dropLast();
  }

  private void writeRatings(TextBuffer out) {
    long choice = random.next();
    int steps = Long.numberOfTrailingZeros((choice >>> 1) | 64) + 1;
    int votes = (choice & 1) == 0 ? 0 : (choice & 256) == 0 ? steps : 2 * steps;
    boolean agreed = (choice & 0x3000) != 0;
    int helpful = agreed ? votes : (int) ((((choice >>> 16) & 0xFF) * votes) >>> 8);
    out.putNumber(helpful, 1);
    out.put('/');
    out.putNumber(votes, 1);
    out.put(SEPARATOR);
    out.put("1112233444455555".charAt((int) ((choice >>> 32) & 15)));
    out.put('.');
    out.put('0');
    out.put(SEPARATOR);
    // Whole days, as the real ones.
    out.putNumber((FIRST_TIME + random.below(TIME_SPAN)) / 86_400 * 86_400, 10);
    out.put(SEPARATOR);
  }

  private void writeSummary(TextBuffer out) {
    int words = 1 + random.below(4) + random.below(4);
    int word = language.draw(random.next());
    for (int i = 0; i < words; i++) {
      word = nextWord(word, random.next());
      if (i == 0 || (words & 1) == 0) {
        language.writeCapitalised(word, out);
      } else {
        language.write(word, out);
      }
    }
    out.dropLast();
  }

  private void writeText(TextBuffer out, int end) {
    int word = 0;
    int left = 0;
    while (out.length() < end - 3) {
      long bits = random.next();
      word = nextWord(word, bits);
      if (left == 0) {
        left = 5 + (int) ((bits >>> 58) & 15);
        language.writeCapitalised(word, out);
        continue;
      }
      language.write(word, out);
      left--;
      if (left == 0) {
        if (out.length() >= end - 3) {
          break;
        }
        endSentence(out, (int) (bits >>> 58));
      } else if ((bits >>> 58) < 3) {
        out.replaceLast(',');
        out.put(' ');
      } else if ((bits >>> 58) == 63) {
        out.putNumber((bits >>> 40) & 31, 1);
        out.put(' ');
      }
    }
    out.replaceLast('.');
  }

  private static void endSentence(TextBuffer out, int sixtyFourth) {
    out.replaceLast(sixtyFourth < 8 ? '!' : '.');
    if (sixtyFourth > 57) {
      out.put(BREAK);
    } else {
      out.put(' ');
      if (sixtyFourth > 48) {
        out.put(' ');
      }
    }
  }

  private int nextWord(int word, long bits) {
    // All three are looked up and one is picked without a jump: a jump would be guessed wrong for
    // every second word, which costs more than the look-ups.
    int drawn = language.draw(bits);
    int follower = language.successor(word, bits >>> 40);
    // The smaller of two draws: a product's first words are its commonest.
    int mask = topic.length - 1;
    int own = topic[Math.min((int) bits & mask, (int) (bits >>> 16) & mask)];
    int choice = (int) (bits >>> 48) & 1023;
    int general = choice < model.topicChance() + model.successorChance() ? follower : drawn;
    return choice < model.topicChance() ? own : general;
  }
}
