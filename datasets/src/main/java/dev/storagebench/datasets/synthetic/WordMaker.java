package dev.storagebench.datasets.synthetic;

import java.nio.charset.StandardCharsets;

/**
 * Makes words that no language has, from syllables whose letters are about as frequent as English
 * ones, and derives further words from them by English endings. Always the same words.
 */
final class WordMaker {
  private static final String[] ONSETS =
      weighted(
          "t 9 s 7 h 6 r 5 n 5 d 5 l 4 c 4 m 4 w 4 f 3 p 3 b 3 g 2 st 2 th 2 v 1 k 1 pr 1 tr 1"
              + " gr 1 ch 1 sh 1 br 1 cl 1 fl 1 sp 1 j 1 qu 1 pl 1 cr 1");
  private static final String[] NUCLEI =
      weighted("e 26 a 17 o 15 i 14 u 6 ea 3 ee 2 ou 2 oo 1 ai 2 y 1 io 1");
  private static final String[] CODAS =
      weighted(
          "n 10 r 9 t 7 s 7 l 6 d 5 m 3 c 2 p 2 g 1 nd 2 st 1 nt 2 ck 2 ll 1 ss 1 ng 1 x 1 y 2");
  private static final String[] ENDINGS =
      weighted(
          "s 9 ed 6 ing 6 er 4 ly 4 y 3 e 3 es 2 al 2 ion 2 ation 1 ness 1 ful 1 able 1 ment 1");

  private final SplitMix random = new SplitMix();
  private final StringBuilder word = new StringBuilder();

  WordMaker(long seed) {
    random.seed(seed);
  }

  /** A new stem of about {@code letters} letters, ASCII, lower case. */
  byte[] stem(int letters) {
    word.setLength(0);
    do {
      if (!word.isEmpty() || random.chance(800)) {
        word.append(ONSETS[random.below(ONSETS.length)]);
      }
      word.append(NUCLEI[random.below(NUCLEI.length)]);
      if (random.chance(560)) {
        word.append(CODAS[random.below(CODAS.length)]);
      }
    } while (word.length() < letters);
    return bytes();
  }

  /** A stem with an ending. */
  byte[] derive(byte[] stem, int stemLength) {
    word.setLength(0);
    for (int i = 0; i < stemLength; i++) {
      word.append((char) stem[i]);
    }
    word.append(ENDINGS[random.below(ENDINGS.length)]);
    return bytes();
  }

  private byte[] bytes() {
    word.setLength(Math.min(word.length(), Language.LONGEST_WORD));
    return word.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static String[] weighted(String table) {
    String[] fields = table.split(" ", -1);
    StringBuilder repeated = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      repeated.append((fields[i] + " ").repeat(Integer.parseInt(fields[i + 1])));
    }
    return repeated.toString().split(" ", 0);
  }
}
