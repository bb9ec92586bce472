package dev.storagebench.datasets.synthetic;

/** A set of words, told apart by a 64-bit hash; a clash only costs a word that could have been. */
final class WordSet {
  private final long[] hashes;

  /**
   * @param words how many are added at most
   */
  WordSet(int words) {
    hashes = new long[Integer.highestOneBit(words) * 4];
  }

  /** Adds the word of {@code length} bytes at an offset; false if it was there. */
  boolean add(byte[] words, int offset, int length) {
    long hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = hash * 0x100_0001B3L + words[i];
    }
    hash = SplitMix.mix(hash);
    int at = (int) hash & (hashes.length - 1);
    while (hashes[at] != 0) {
      if (hashes[at] == hash) {
        return false;
      }
      at = (at + 1) & (hashes.length - 1);
    }
    hashes[at] = hash;
    return true;
  }
}
