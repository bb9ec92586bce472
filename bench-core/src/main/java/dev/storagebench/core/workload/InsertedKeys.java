package dev.storagebench.core.workload;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.KeyTable;
import java.nio.ByteBuffer;

/**
 * The keys of one thread's records: those that are loaded, and those that the thread inserts, which
 * are behind them by index. An inserted key is that of a scattered loaded record with other digits
 * at its end, or behind it if it is short: it lies anywhere between the loaded ones and is another
 * one for each thread and insertion.
 */
public final class InsertedKeys {
  // So many digits of base 36 hold 32 bits.
  private static final int DIGITS = 7;
  private static final int RADIX = 36;
  // Odd, so that multiples of it are a permutation of 32-bit numbers.
  private static final long SCATTER = 2_654_435_761L;
  private static final long MASK = (1L << Integer.SIZE) - 1;

  private final KeyTable.View loaded;
  private final int records;
  private final boolean latest;
  private final int thread;
  private final int threads;
  private final long seed;
  private final ByteBuffer key = ByteBuffer.allocateDirect(RecordReader.MAX_KEY_BYTES + DIGITS);
  private int inserted;

  /**
   * Nothing is inserted yet.
   *
   * @param latest whether the popularity of records moves on with the last one inserted
   * @param thread of so many, of which each inserts records of its own
   */
  public InsertedKeys(KeyTable keys, boolean latest, Seeds seeds, int thread, int threads) {
    this.loaded = keys.view();
    this.records = Math.toIntExact(keys.size());
    this.latest = latest;
    this.thread = thread;
    this.threads = threads;
    this.seed = seeds.generator(0, Seeds.Purpose.ORDER).nextLong() & MASK;
  }

  /** The index of the record that is drawn when there are the inserted ones, too. */
  int drawn(int record) {
    return latest ? record + inserted : record;
  }

  /** The index of the record to insert next. */
  int next() {
    return Math.addExact(records, inserted);
  }

  /** Notes that it was inserted. */
  void added() {
    inserted++;
  }

  /** A record's key: direct, between position and limit, valid until the next call. */
  ByteBuffer key(int index) {
    return index < records ? loaded.key(index) : inserted((long) index - records);
  }

  private ByteBuffer inserted(long own) {
    long number = own * threads + thread;
    ByteBuffer neighbour = loaded.key(number * SCATTER % records);
    int length = neighbour.remaining();
    int kept = length > DIGITS ? length - DIGITS : length;
    key.limit(kept + DIGITS).position(0);
    key.put(0, neighbour, neighbour.position(), kept);
    long digits = (number * SCATTER ^ seed) & MASK;
    for (int at = kept + DIGITS - 1; at >= kept; at--) {
      int digit = (int) (digits % RADIX);
      key.put(at, (byte) (digit < 10 ? '0' + digit : 'A' + digit - 10));
      digits /= RADIX;
    }
    return key;
  }
}
