package dev.storagebench.datasets.input.bzip2;

import java.util.Arrays;

/**
 * One of a block's two to six canonical Huffman codes. Codes of up to {@value #FAST_BITS} bits are
 * found by one look, longer ones by comparing with the last code of each length.
 */
final class HuffmanTable {
  static final int MAX_LENGTH = 20;
  static final int FAST_BITS = 10;

  /** A symbol's place in an entry of {@code fast}; below it stands its length. */
  static final int SYMBOL_SHIFT = 5;

  static final int LENGTH_MASK = (1 << SYMBOL_SHIFT) - 1;

  /** By the next {@value #FAST_BITS} bits: symbol and length; 0 for a longer code. */
  final char[] fast = new char[1 << FAST_BITS];

  private final char[] symbols = new char[BlockDecoder.MAX_SYMBOLS];

  /** By length: the first code behind those of this length, as {@value #MAX_LENGTH} bits. */
  private final int[] limit = new int[MAX_LENGTH + 1];

  /** By length: what to add to a code of this length for its index in {@code symbols}. */
  private final int[] base = new int[MAX_LENGTH + 1];

  /** Builds the code of these lengths; false if there can be no such code. */
  boolean build(byte[] lengths, int symbolCount) {
    Arrays.fill(fast, (char) 0);
    int code = 0;
    int index = 0;
    for (int length = 1; length <= MAX_LENGTH; length++) {
      base[length] = index - code;
      for (int symbol = 0; symbol < symbolCount; symbol++) {
        if (lengths[symbol] == length) {
          if (code >>> length != 0) {
            return false;
          }
          if (length <= FAST_BITS) {
            int first = code << (FAST_BITS - length);
            Arrays.fill(
                fast,
                first,
                first + (1 << (FAST_BITS - length)),
                (char) (symbol << SYMBOL_SHIFT | length));
          }
          symbols[index++] = (char) symbol;
          code++;
        }
      }
      limit[length] = code << (MAX_LENGTH - length);
      code <<= 1;
    }
    return true;
  }

  /** Finds a code that {@code fast} does not hold: an entry like its; 0 if there is none. */
  int slow(long bits) {
    int next = (int) (bits >>> (64 - MAX_LENGTH));
    for (int length = FAST_BITS + 1; length <= MAX_LENGTH; length++) {
      if (next < limit[length]) {
        int index = (next >>> (MAX_LENGTH - length)) + base[length];
        return symbols[index] << SYMBOL_SHIFT | length;
      }
    }
    return 0;
  }
}
