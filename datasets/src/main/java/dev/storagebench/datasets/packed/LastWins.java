package dev.storagebench.datasets.packed;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Remembers which records a later one with the same key replaces: a bit a record. */
final class LastWins implements KeyPolicy {
  private static final int SET_SHIFT = 30;

  private final KeyNumbers latest = new KeyNumbers();
  private final List<BitSet> replaced = new ArrayList<>();
  private long duplicates;

  @Override
  public ByteBuffer keyFor(ByteBuffer key, long record) {
    // Numbers start at 1, records at 0.
    long before = latest.put(key, record + 1) - 1;
    if (before >= 0) {
      duplicates++;
      int set = (int) (before >>> SET_SHIFT);
      while (replaced.size() <= set) {
        replaced.add(new BitSet());
      }
      replaced.get(set).set(bit(before));
    }
    return key;
  }

  /** Whether a later record took this one's place. */
  boolean replaced(long record) {
    int set = (int) (record >>> SET_SHIFT);
    return set < replaced.size() && replaced.get(set).get(bit(record));
  }

  private static int bit(long record) {
    return (int) (record & ((1 << SET_SHIFT) - 1));
  }

  @Override
  public long duplicates() {
    return duplicates;
  }
}
