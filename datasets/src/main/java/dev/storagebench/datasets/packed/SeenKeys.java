package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.XXH64;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The keys met so far and a number from 1 to 2^40 - 1 for each, off the heap: 16 bytes a slot, 20
 * to 34 bytes a key (load 0.8, growth by 1.7). For one thread.
 *
 * <p>Keys are told apart by 88 bits of hash (two XXH64 of different seeds), not by their bytes: two
 * different keys among n pass for one with a probability of about n² / 2^89, that is 1.6e-13 for
 * ten million keys and 1.6e-9 for a thousand million.
 *
 * <p>Open addressing with linear probing, in segments by hash, so that growing copies little at a
 * time and no buffer outgrows 2 GiB.
 */
public final class SeenKeys {
  private static final int SEGMENT_BITS = 6;
  private static final int SLOT_BYTES = 16;
  private static final int FIRST_SLOTS = 64;
  private static final double LOAD = 0.8;
  private static final double GROWTH = 1.7;
  private static final long NUMBER_MASK = (1L << 40) - 1;
  private static final long SECOND_SEED = 0x5851f42d4c957f2dL;

  private final Segment[] segments = new Segment[1 << SEGMENT_BITS];

  /** None yet. */
  public SeenKeys() {
    for (int i = 0; i < segments.length; i++) {
      segments[i] = new Segment();
    }
  }

  /**
   * Sets the key's number and returns the one before, or 0 if the key is new.
   *
   * @param key read from position to limit, left unchanged
   * @param number from 1 to 2^40 - 1
   */
  public long put(ByteBuffer key, long number) {
    return put(key, number, true);
  }

  /** The key's number, or 0 if the key is new and has now got this one. */
  public long putIfAbsent(ByteBuffer key, long number) {
    return put(key, number, false);
  }

  private long put(ByteBuffer key, long number, boolean replaces) {
    long first = XXH64.hash(key, key.position(), key.remaining(), 0);
    long second = XXH64.hash(key, key.position(), key.remaining(), SECOND_SEED) & ~NUMBER_MASK;
    return segments[(int) (first >>> -SEGMENT_BITS)].put(first, second | number, replaces);
  }

  private static final class Segment {
    private ByteBuffer slots = allocate(FIRST_SLOTS);
    private int capacity = FIRST_SLOTS;
    private int used;

    long put(long first, long tagged, boolean replaces) {
      int slot = find(first, tagged);
      long before = slots.getLong(slot + Long.BYTES) & NUMBER_MASK;
      if (before != 0 && !replaces) {
        return before;
      }
      slots.putLong(slot, first).putLong(slot + Long.BYTES, tagged);
      if (before == 0 && ++used > capacity * LOAD) {
        grow();
      }
      return before;
    }

    /** The byte position of the key's slot, or of the free one it belongs into. */
    private int find(long first, long tagged) {
      // The high half of a product spreads hashes over any number of slots. The segment's bits are
      // shifted out, as all hashes here share them.
      int slot = (int) ((((first << SEGMENT_BITS) >>> Integer.SIZE) * capacity) >>> Integer.SIZE);
      while (true) {
        long other = slots.getLong(slot * SLOT_BYTES + Long.BYTES);
        if (other == 0
            || (((other ^ tagged) & ~NUMBER_MASK) == 0
                && slots.getLong(slot * SLOT_BYTES) == first)) {
          return slot * SLOT_BYTES;
        }
        slot = slot + 1 == capacity ? 0 : slot + 1;
      }
    }

    private void grow() {
      ByteBuffer old = slots;
      int oldBytes = capacity * SLOT_BYTES;
      capacity = (int) Math.min((long) (capacity * GROWTH), Integer.MAX_VALUE / SLOT_BYTES);
      if (used >= capacity) {
        throw new IllegalStateException(
            "too many different keys: a segment of the duplicate check holds %,d".formatted(used));
      }
      slots = allocate(capacity);
      for (int at = 0; at < oldBytes; at += SLOT_BYTES) {
        long tagged = old.getLong(at + Long.BYTES);
        if (tagged != 0) {
          int slot = find(old.getLong(at), tagged);
          slots.putLong(slot, old.getLong(at)).putLong(slot + Long.BYTES, tagged);
        }
      }
    }

    private static ByteBuffer allocate(int slots) {
      return ByteBuffer.allocateDirect(slots * SLOT_BYTES).order(ByteOrder.nativeOrder());
    }
  }
}
