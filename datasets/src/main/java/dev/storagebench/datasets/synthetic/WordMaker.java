package dev.storagebench.datasets.synthetic;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Makes words that no language has, from syllables whose letters are about as frequent as English
 * ones, and derives further words from them by English endings. Always the same words.
 */
final class WordMaker {
  private static final byte[][] ONSETS =
      weighted(
          "t 9 s 7 h 6 r 5 n 5 d 5 l 4 c 4 m 4 w 4 f 3 p 3 b 3 g 2 st 2 th 2 v 1 k 1 pr 1 tr 1"
              + " gr 1 ch 1 sh 1 br 1 cl 1 fl 1 sp 1 j 1 qu 1 pl 1 cr 1");
  private static final byte[][] NUCLEI =
      weighted("e 26 a 17 o 15 i 14 u 6 ea 3 ee 2 ou 2 oo 1 ai 2 y 1 io 1");
  private static final byte[][] CODAS =
      weighted(
          "n 10 r 9 t 7 s 7 l 6 d 5 m 3 c 2 p 2 g 1 nd 2 st 1 nt 2 ck 2 ll 1 ss 1 ng 1 x 1 y 2");
  private static final byte[][] ENDINGS =
      weighted(
          "s 9 ed 6 ing 6 er 4 ly 4 y 3 e 3 es 2 al 2 ion 2 ation 1 ness 1 ful 1 able 1 ment 1");

  private final SplitMix random = new SplitMix();

  WordMaker(long seed) {
    random.seed(seed);
  }

  /**
   * Writes a new stem of about {@code letters} letters, ASCII, lower case, cut at the longest word.
   *
   * @return its length in bytes
   */
  int stem(byte[] slots, int offset, int letters) {
    int length = 0;
    do {
      if (length > 0 || random.chance(800)) {
        length = append(ONSETS, slots, offset, length);
      }
      length = append(NUCLEI, slots, offset, length);
      if (random.chance(560)) {
        length = append(CODAS, slots, offset, length);
      }
    } while (length < letters);
    return length;
  }

  /**
   * Writes the word of {@code length} bytes at {@code stem} with an ending.
   *
   * @return its length in bytes
   */
  int derive(byte[] slots, int offset, int stem, int length) {
    System.arraycopy(slots, stem, slots, offset, length);
    return append(ENDINGS, slots, offset, length);
  }

  private int append(byte[][] parts, byte[] slots, int offset, int length) {
    byte[] part = parts[random.below(parts.length)];
    int count = Math.min(part.length, Language.LONGEST_WORD - length);
    for (int i = 0; i < count; i++) {
      slots[offset + length + i] = part[i];
    }
    return length + count;
  }

  /** Each part as often as the number behind it says. */
  private static byte[][] weighted(String table) {
    String[] fields = table.split(" ", 0);
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < fields.length; i += 2) {
      byte[] part = fields[i].getBytes(StandardCharsets.US_ASCII);
      parts.addAll(Collections.nCopies(Integer.parseInt(fields[i + 1]), part));
    }
    return parts.toArray(new byte[0][]);
  }
}
