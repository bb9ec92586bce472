package dev.storagebench.datasets.synthetic;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The words of a made-up language, how often each is used and which one likes to follow which.
 *
 * <p>Words are numbered by rank. The commonest are the function words of English; the others are
 * made. Frequencies follow Zipf and Mandelbrot: a word of rank r (from 1) has the weight {@code (r
 * + shift)^-exponent}. The common words are drawn by one look-up in a table of 65,536 places, the
 * rare ones by a second table. Each common word has its favourite successors, which is what makes
 * phrases come back. Immutable; safe for any number of threads.
 */
final class Language {
  /** The longest word in bytes; with the space after it it fills a slot. */
  static final int LONGEST_WORD = 15;

  private static final int SLOT = 16;
  private static final int HEAD_PLACES = 1 << 16;
  private static final int TAIL_SEGMENTS = 256;
  private static final int SUCCESSORS = 8;
  private static final char RARE = 0xFFFF;

  /** English function words, by their place in common frequency lists. */
  private static final String FUNCTION_WORDS =
      "the and a of to in is it for was as with on that by this from at are be or an not have but"
          + " his which he were their its they has one had all you we my so been when can her more"
          + " also would she there who if other no out them up about into than some only these do"
          + " after first like two just very will what most me time over such could him between"
          + " because then many much any during through before how where even our did both while"
          + " now well made used those your each may same use new being however under still every"
          + " don't too get until off again back down own since against without another never"
          + " really three around though am years most long last better best way us make know";

  private final byte[] slots;
  private final byte[] lengths;
  private final char[] head;
  private final int[] tail;
  private final char[] successors;
  private final int words;
  private final int commonWords;

  /**
   * @param seed which words are made
   * @param words how many there are, at most 65,535
   * @param commonWords how many of them have a place of their own and successors
   * @param exponent of the frequencies
   * @param shift of the ranks
   * @param stretch adds to the length of made words, in letters
   */
  Language(long seed, int words, int commonWords, double exponent, double shift, int stretch) {
    this.words = words;
    this.commonWords = commonWords;
    slots = new byte[words * SLOT];
    lengths = new byte[words];
    Arrays.fill(slots, (byte) ' ');
    makeWords(seed, stretch);
    double[] cumulative = new double[words + 1];
    for (int rank = 1; rank <= words; rank++) {
      cumulative[rank] = cumulative[rank - 1] + StrictMath.pow(rank + shift, -exponent);
    }
    head = headTable(cumulative);
    tail = tailTable(cumulative);
    successors = successorTable(seed);
  }

  private void makeWords(long seed, int stretch) {
    String[] functionWords = FUNCTION_WORDS.split(" ", 0);
    WordMaker maker = new WordMaker(seed);
    SplitMix random = new SplitMix();
    random.seed(seed + 1);
    WordSet known = new WordSet(words);
    int nextFunctionWord = 0;
    for (int word = 0; word < words; word++) {
      // The first ranks are all function words; they then grow rarer.
      boolean function =
          nextFunctionWord < functionWords.length && (word < 24 || random.chance(512));
      byte[] made;
      do {
        if (function) {
          made = functionWords[nextFunctionWord++].getBytes(StandardCharsets.US_ASCII);
        } else if (word > 200 && random.chance(600)) {
          int stem = 100 + random.below(word - 100);
          made =
              maker.derive(
                  Arrays.copyOfRange(slots, stem * SLOT, (stem + 1) * SLOT), lengths[stem]);
        } else {
          int magnitude = 31 - Integer.numberOfLeadingZeros(word + 1);
          made = maker.stem(2 + stretch + magnitude / 4 + random.below(4));
        }
      } while (!known.add(made) && !function);
      System.arraycopy(made, 0, slots, word * SLOT, made.length);
      lengths[word] = (byte) made.length;
    }
  }

  private char[] headTable(double[] cumulative) {
    char[] places = new char[HEAD_PLACES];
    int word = 0;
    for (int place = 0; place < HEAD_PLACES; place++) {
      double target = (place + 0.5) / HEAD_PLACES * cumulative[words];
      while (word < commonWords && cumulative[word + 1] < target) {
        word++;
      }
      places[place] = word < commonWords ? (char) word : RARE;
    }
    return places;
  }

  private int[] tailTable(double[] cumulative) {
    int[] starts = new int[TAIL_SEGMENTS + 1];
    double tailWeight = cumulative[words] - cumulative[commonWords];
    int word = commonWords;
    for (int segment = 0; segment < TAIL_SEGMENTS; segment++) {
      double target = cumulative[commonWords] + tailWeight * segment / TAIL_SEGMENTS;
      while (cumulative[word + 1] < target) {
        word++;
      }
      starts[segment] = word;
    }
    starts[TAIL_SEGMENTS] = words;
    return starts;
  }

  private char[] successorTable(long seed) {
    SplitMix random = new SplitMix();
    random.seed(seed + 2);
    char[] table = new char[commonWords * SUCCESSORS];
    for (int i = 0; i < table.length; i++) {
      table[i] = (char) draw(random.next());
    }
    return table;
  }

  /** A word at a random number, of which the low 40 bits are used. */
  int draw(long random) {
    int word = head[(int) random & (HEAD_PLACES - 1)];
    if (word != RARE) {
      return word;
    }
    int segment = (int) (random >>> 16) & (TAIL_SEGMENTS - 1);
    int first = tail[segment];
    int count = tail[segment + 1] - first;
    return first + (int) ((((random >>> 24) & 0xFFFF) * count) >>> 16);
  }

  /** A word that is not among the commonest few hundred: what a text can be about. */
  int drawTopic(SplitMix random, int commonest) {
    int word;
    do {
      word = draw(random.next());
    } while (word < commonest);
    return word;
  }

  /**
   * A favourite successor of a word, the first in half the cases, the second in a quarter and so
   * on.
   *
   * @param random of which the low 8 bits are used
   */
  int successor(int word, long random) {
    if (word >= commonWords) {
      return draw(SplitMix.mix(random));
    }
    int choice = Long.numberOfTrailingZeros(random | (1L << (SUCCESSORS - 1)));
    return successors[word * SUCCESSORS + choice];
  }

  /** Appends a word and a space. */
  void write(int word, TextBuffer out) {
    out.putWord(slots, word * SLOT, lengths[word] + 1);
  }

  /** Appends a word with a capital first letter, and a space. */
  void writeCapitalised(int word, TextBuffer out) {
    int start = out.length();
    write(word, out);
    out.capitalise(start);
  }
}
