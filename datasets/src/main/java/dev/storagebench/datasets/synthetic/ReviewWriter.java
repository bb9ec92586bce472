package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.input.RecordBytes;

/**
 * Writes reviews: profile name, helpfulness, score, time, summary and text, with one separator byte
 * between them. Chances are per 1024 words.
 */
final class ReviewWriter implements RecordGenerator.Writer {
  /** Between the fields of a value: U+0001, the byte that the reader of real reviews uses. */
  static final byte SEPARATOR = 1;

  /** Made once: it does not depend on the seed. */
  private static final Language LANGUAGE =
      new Language(1, WordLists.words("review words"), 32_000, 1.34, 6.5);

  /** Quantiles of the values of a sample of 1001 reviews of fine foods. */
  private static final SizeTable FINE_FOODS_SIZES = new SizeTable("fine food sizes", 1);

  /**
   * A log-normal text of median 570 bytes and sigma 0.97, and 58 bytes of other fields: with a mean
   * near the published 1 KB. No sample of films was at hand.
   */
  private static final SizeTable MOVIE_SIZES = new SizeTable("movie sizes", 1);

  /** 74,000 products for 568,000 reviews, as published: 7.5 reviews a product. */
  static final int[] FINE_FOODS_SHARES = {4, 3, 4, 7, 9, 10, 9, 8, 6, 4};

  /** 253,000 products for 7.9 million reviews are published; here it is 26 reviews a product. */
  static final int[] MOVIE_SHARES = {1, 1, 1, 1, 3, 5, 7, 9, 10, 10, 9, 7};

  private static final int TOPIC_CHANCE = 100;
  private static final int SUCCESSOR_CHANCE = 440;

  /** No product calls one of the 350 commonest words its own. */
  private static final int FIRST_TOPIC_PLACE = LANGUAGE.placeOf(350);

  private static final long FIRST_TIME = 940_000_000L;
  private static final int TIME_SPAN = 410_000_000;
  private static final int SHORTEST_TEXT = 24;

  private final SizeTable sizes;
  private final ReviewKeys keys;
  private final long seed;
  private final SplitMix random = new SplitMix();
  private final int[] topic;

  /**
   * @param topicWords how many words of its own a product has, a power of two
   */
  private ReviewWriter(
      SizeTable sizes, int topicWords, int[] shares, int casualUserBits, long seed) {
    this.sizes = sizes;
    this.keys = new ReviewKeys(seed, shares, casualUserBits);
    this.seed = SplitMix.mix(seed ^ 0x5445_5854L);
    topic = new int[topicWords];
  }

  /** Reviews like those of fine foods. */
  static ReviewWriter fineFoods(long seed) {
    return new ReviewWriter(FINE_FOODS_SIZES, 4, FINE_FOODS_SHARES, 18, seed ^ 0x464F_4F44_53L);
  }

  /** Reviews like those of films. */
  static ReviewWriter movies(long seed) {
    return new ReviewWriter(MOVIE_SIZES, 8, MOVIE_SHARES, 20, seed ^ 0x4D4F_5649_4553L);
  }

  @Override
  public void write(long index, RecordBytes key, RecordBytes value) {
    keys.locate(index);
    keys.write(key);
    random.seed(SplitMix.mix(seed + keys.product()));
    for (int i = 0; i < topic.length; i++) {
      topic[i] = LANGUAGE.drawTopic(random.next(), FIRST_TOPIC_PLACE);
    }
    random.seed(SplitMix.mix(seed ^ keys.user()));
    writeName(value);
    value.append(SEPARATOR);
    random.seed(SplitMix.mix(SplitMix.mix(seed ^ index)));
    int size = sizes.draw(random.next());
    writeRatings(value);
    writeSummary(value);
    value.append(SEPARATOR);
    writeText(value, Math.max(size, value.length() + SHORTEST_TEXT));
  }

  private void writeName(RecordBytes out) {
    long choice = random.next();
    LANGUAGE.writeCapitalised(LANGUAGE.drawTopic(random.next(), FIRST_TOPIC_PLACE), out);
    if ((choice & 7) < 2) {
      out.append('A' + (int) ((choice >>> 8) & 15));
      out.appendLatin1(". ");
    }
    if ((choice & 7) < 5) {
      LANGUAGE.writeCapitalised(LANGUAGE.drawTopic(random.next(), FIRST_TOPIC_PLACE), out);
    }
    out.dropLast();
  }

  private void writeRatings(RecordBytes out) {
    long choice = random.next();
    int steps = Long.numberOfTrailingZeros((choice >>> 1) | 64) + 1;
    int votes = (choice & 1) == 0 ? 0 : (choice & 256) == 0 ? steps : 2 * steps;
    boolean agreed = (choice & 0x3000) != 0;
    int helpful = agreed ? votes : (int) ((((choice >>> 16) & 0xFF) * votes) >>> 8);
    out.appendNumber(helpful, 10, 1);
    out.append('/');
    out.appendNumber(votes, 10, 1);
    out.append(SEPARATOR);
    out.append("1112233444455555".charAt((int) ((choice >>> 32) & 15)));
    out.appendLatin1(".0");
    out.append(SEPARATOR);
    // Whole days, as the real ones.
    out.appendNumber((FIRST_TIME + random.below(TIME_SPAN)) / 86_400 * 86_400, 10, 1);
    out.append(SEPARATOR);
  }

  private void writeSummary(RecordBytes out) {
    int words = 1 + random.below(4) + random.below(4);
    int word = LANGUAGE.draw(random.next());
    for (int i = 0; i < words; i++) {
      word = nextWord(word, random.next());
      if (i == 0 || (words & 1) == 0) {
        LANGUAGE.writeCapitalised(word, out);
      } else {
        LANGUAGE.write(word, out);
      }
    }
    out.dropLast();
  }

  private void writeText(RecordBytes out, int end) {
    int word = 0;
    int left = 0;
    while (out.length() < end - 3) {
      long bits = random.next();
      word = nextWord(word, bits);
      if (left == 0) {
        left = 5 + (int) ((bits >>> 58) & 15);
        LANGUAGE.writeCapitalised(word, out);
        continue;
      }
      LANGUAGE.write(word, out);
      left--;
      if (left == 0) {
        if (out.length() >= end - 3) {
          break;
        }
        int sixtyFourth = (int) (bits >>> 58);
        out.replaceLast(sixtyFourth < 8 ? "!" : ".");
        out.appendLatin1(sixtyFourth > 57 ? "<br /><br />" : sixtyFourth > 48 ? "  " : " ");
      } else if ((bits >>> 58) < 3) {
        out.replaceLast(", ");
      } else if ((bits >>> 58) == 63) {
        out.appendNumber((bits >>> 40) & 31, 10, 1);
        out.append(' ');
      }
    }
    out.replaceLast(".");
  }

  private int nextWord(int word, long bits) {
    // All three are looked up and one is picked without a jump: a jump would be guessed wrong for
    // every second word, which costs more than the look-ups.
    int drawn = LANGUAGE.draw(bits);
    int follower = LANGUAGE.successor(word, bits >>> 40);
    // The smaller of two draws: a product's first words are its commonest.
    int mask = topic.length - 1;
    int own = topic[Math.min((int) bits & mask, (int) (bits >>> 16) & mask)];
    int choice = (int) (bits >>> 48) & 1023;
    int general = choice < TOPIC_CHANCE + SUCCESSOR_CHANCE ? follower : drawn;
    return choice < TOPIC_CHANCE ? own : general;
  }
}
