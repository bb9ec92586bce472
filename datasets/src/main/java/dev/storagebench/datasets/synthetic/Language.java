package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.input.RecordBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;

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
  /** Bytes of a word of at most 15 letters and at least one space. */
  private static final int SLOT = 16;

  private static final int HEAD_PLACES = 1 << 16;
  private static final int TAIL_SEGMENTS = 256;
  private static final int DERIVED_PER_1024 = 560;
  private static final int FIRST_DERIVED = 200;
  private static final int LONGEST_STEM = 8;
  private static final int SUCCESSORS = 8;

  /** How many words have a place of their own and successors. */
  private static final int COMMON_WORDS = 8192;

  /** Adds to the length of made words, in letters. */
  private static final int STRETCH = 3;

  private static final List<String> ONSETS = weighted("onsets");
  private static final List<String> NUCLEI = weighted("nuclei");
  private static final List<String> CODAS = weighted("codas");
  private static final List<String> ENDINGS = weighted("endings");

  private final byte[] slots;
  private final byte[] lengths;
  private final char[] head;
  private final char[] tail;
  private final char[] successors;
  private final int words;

  /**
   * @param functionWords the commonest words, by falling frequency
   * @param words how many there are, at most 65,535
   * @param exponent of the frequencies
   * @param shift of the ranks
   */
  Language(long seed, String[] functionWords, int words, double exponent, double shift) {
    this.words = words;
    slots = new byte[words * SLOT];
    lengths = new byte[words];
    makeWords(seed, functionWords);
    double[] cumulative = cumulativeWeights(words, exponent, shift);
    double all = cumulative[words];
    head =
        places(
            cumulative, HEAD_PLACES, 0, COMMON_WORDS, place -> (place + 0.5) / HEAD_PLACES * all);
    double common = cumulative[COMMON_WORDS];
    tail =
        places(
            cumulative,
            TAIL_SEGMENTS + 1,
            COMMON_WORDS,
            words,
            segment -> common + (all - common) * segment / TAIL_SEGMENTS);
    tail[TAIL_SEGMENTS] = (char) words;
    successors = successorTable(seed);
  }

  /**
   * Makes words that no language has, from syllables whose letters are about as frequent as English
   * ones, and derives further words from them by English endings. Always the same words.
   */
  private void makeWords(long seed, String[] given) {
    SplitMix letters = new SplitMix();
    letters.seed(seed);
    SplitMix random = new SplitMix();
    random.seed(seed + 1);
    Set<String> known = new HashSet<>();
    String[] made = new String[words];
    boolean[] derived = new boolean[words];
    int nextFunctionWord = 0;
    for (int word = 0; word < words; word++) {
      // The first ranks are all function words; they then grow rarer.
      boolean function = nextFunctionWord < given.length && (word < 24 || random.chance(512));
      do {
        if (function) {
          made[word] = given[nextFunctionWord++];
        } else {
          int stem = 24 + random.below(Math.max(1, word - 24));
          derived[word] =
              word > FIRST_DERIVED
                  && random.chance(DERIVED_PER_1024)
                  && !derived[stem]
                  && lengths[stem] <= LONGEST_STEM;
          made[word] =
              derived[word]
                  ? made[stem] + any(letters, ENDINGS)
                  : stem(letters, lettersOf(word, random));
        }
      } while (!known.add(made[word]) && !function);
      lengths[word] = (byte) made[word].length();
      byte[] padded = (made[word] + " ".repeat(SLOT)).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(padded, 0, slots, word * SLOT, SLOT);
    }
  }

  /** Rarer words are longer. */
  private int lettersOf(int word, SplitMix random) {
    int magnitude = 31 - Integer.numberOfLeadingZeros(word + 1);
    return 2 + ((magnitude * STRETCH) >>> 4) + random.below(3);
  }

  /**
   * The sum of the weights of the ranks from 1 to each. Powers are costly at the start of a JVM, so
   * that only every 1/64th of a rank's own size is exact, and straight lines run between.
   */
  private static double[] cumulativeWeights(int words, double exponent, double shift) {
    double[] cumulative = new double[words + 1];
    int rank = 1;
    double weight = StrictMath.pow(1 + shift, -exponent);
    while (rank <= words) {
      int next = rank + 1 + rank / 64;
      double nextWeight = StrictMath.pow(next + shift, -exponent);
      double step = (nextWeight - weight) / (next - rank);
      for (int i = rank; i < next && i <= words; i++) {
        cumulative[i] = cumulative[i - 1] + weight + step * (i - rank);
      }
      rank = next;
      weight = nextWeight;
    }
    return cumulative;
  }

  /**
   * The words that stand at so many places: the first, from one word to another, up to which the
   * weights reach the place's target; the end stands for all words behind it.
   */
  private static char[] places(
      double[] cumulative, int places, int firstWord, int endWord, IntToDoubleFunction target) {
    char[] found = new char[places];
    int word = firstWord;
    for (int place = 0; place < places; place++) {
      while (word < endWord && cumulative[word + 1] < target.applyAsDouble(place)) {
        word++;
      }
      found[place] = (char) word;
    }
    return found;
  }

  private char[] successorTable(long seed) {
    SplitMix random = new SplitMix();
    random.seed(seed + 2);
    char[] table = new char[COMMON_WORDS * SUCCESSORS];
    for (int i = 0; i < table.length; i++) {
      table[i] = (char) draw(random.next());
    }
    return table;
  }

  /** A word at a random number, of which the low 40 bits are used. */
  int draw(long random) {
    int word = head[(int) random & (HEAD_PLACES - 1)];
    if (word < COMMON_WORDS) {
      return word;
    }
    int segment = (int) (random >>> 16) & (TAIL_SEGMENTS - 1);
    int first = tail[segment];
    int count = tail[segment + 1] - first;
    return first + (int) ((((random >>> 24) & 0xFFFF) * count) >>> 16);
  }

  /**
   * A word that is not among the commonest: what a text can be about.
   *
   * @param random of which the low 40 bits are used
   * @param firstPlace from {@link #placeOf}
   */
  int drawTopic(long random, int firstPlace) {
    long place = firstPlace + (((random & (HEAD_PLACES - 1)) * (HEAD_PLACES - firstPlace)) >>> 16);
    return draw((random & -HEAD_PLACES) | place);
  }

  /** The first place of the words of this rank and above, for {@link #drawTopic}. */
  int placeOf(int rank) {
    int place = 0;
    while (head[place] < rank) {
      place++;
    }
    return place;
  }

  /**
   * A favourite successor of a word, the first in half the cases, the second in a quarter and so
   * on.
   *
   * @param random of which the low 8 bits are used
   */
  int successor(int word, long random) {
    if (word >= COMMON_WORDS) {
      return draw(SplitMix.mix(random));
    }
    int choice = Long.numberOfTrailingZeros(random | (1L << (SUCCESSORS - 1)));
    return successors[word * SUCCESSORS + choice];
  }

  /** Appends a word and a space. */
  void write(int word, RecordBytes out) {
    out.appendWord(slots, word * SLOT, lengths[word] + 1);
  }

  /** Appends a word with a capital first letter, and a space. */
  void writeCapitalised(int word, RecordBytes out) {
    int start = out.length();
    write(word, out);
    byte letter = out.array()[start];
    if (letter >= 'a' && letter <= 'z') {
      out.array()[start] = (byte) (letter - 32);
    }
  }

  /** A new stem of {@code letters} letters or a few more, ASCII, lower case. */
  private static String stem(SplitMix random, int letters) {
    String stem = "";
    do {
      String onset = !stem.isEmpty() || random.chance(800) ? any(random, ONSETS) : "";
      stem += onset + any(random, NUCLEI) + (random.chance(560) ? any(random, CODAS) : "");
    } while (stem.length() < letters);
    return stem;
  }

  private static String any(SplitMix random, List<String> parts) {
    return parts.get(random.below(parts.size()));
  }

  /** Each part of a list as often as the number behind it says. */
  private static List<String> weighted(String list) {
    String[] fields = WordLists.words(list);
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < fields.length; i += 2) {
      parts.addAll(Collections.nCopies(Integer.parseInt(fields[i + 1]), fields[i]));
    }
    return parts;
  }
}
