package dev.storagebench.core.workload;

import dev.storagebench.datasets.packed.KeyTable;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.IntFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * One thread's endless sequence of operations: whether the next one reads, writes or inserts, and
 * which key. Two streams with the same seeds, thread, distribution, percentages and keys are equal,
 * whatever the engine.
 *
 * <p>Keys are drawn live from all records; the kinds repeat after {@value #KINDS} operations, in
 * exactly the given proportion.
 */
public final class OperationStream {
  /** The period of the sequence of kinds; a power of two. */
  public static final int KINDS = 1 << 16;

  /** The number of operations of each thread in the {@link #digest}. */
  static final int DIGEST_OPERATIONS = 4096;

  private final KeyTable.View keys;
  private final Distribution.KeyChooser chooser;
  private final UniformRandomProvider random;
  private final boolean[] reads;
  private final boolean @Nullable [] inserts;
  private final int records;
  private int position;
  private int record;

  /**
   * Begins a stream.
   *
   * @param keys all keys, at most 2^31 - 1
   * @param readPercent the percentage of reads, 0 to 100
   * @param insertPercent the percentage of insertions, 0 to 100 less that of reads
   * @param thread the thread's index, from 0
   * @param threads of all clients; a sequential one begins at its share of the records
   */
  public OperationStream(
      KeyTable keys,
      Distribution distribution,
      int readPercent,
      int insertPercent,
      Seeds seeds,
      int thread,
      int threads) {
    this.keys = keys.view();
    this.records = Math.toIntExact(keys.size());
    int first = (int) ((long) records * (thread % threads) / threads);
    this.chooser = distribution.chooser(records, first);
    this.random = seeds.generator(thread, Seeds.Purpose.KEYS);
    UniformRandomProvider kinds = seeds.generator(thread, Seeds.Purpose.KINDS);
    this.reads = chosen(readPercent, new boolean[KINDS], kinds);
    this.inserts = insertPercent == 0 ? null : chosen(insertPercent, reads, kinds);
  }

  /** So many percent of all kinds, among those that are not taken. */
  private static boolean[] chosen(int percent, boolean[] taken, UniformRandomProvider random) {
    boolean[] chosen = new boolean[KINDS];
    long wanted = Math.round(KINDS * (percent / 100.0));
    int left = KINDS;
    for (boolean each : taken) {
      left -= each ? 1 : 0;
    }
    for (int i = 0; i < KINDS; i++) {
      // Selection sampling (Knuth, TAOCP 2, algorithm S): exactly the wanted number, in any order.
      if (!taken[i] && random.nextInt(left--) < wanted) {
        chosen[i] = true;
        wanted--;
      }
    }
    return chosen;
  }

  /** Advances to the next operation and returns whether it reads. */
  public boolean nextReads() {
    position = (position + 1) & (KINDS - 1);
    return reads[position];
  }

  /** Whether the operation inserts. */
  boolean inserts() {
    return inserts != null && inserts[position];
  }

  /** Draws the record of the operation, as {@link #nextKey} does. */
  int nextRecord() {
    record = chooser.next(random);
    return record;
  }

  /**
   * Draws the key of the operation.
   *
   * @return direct; the key between position and limit; valid until the next call
   */
  public ByteBuffer nextKey() {
    return keys.key(nextRecord());
  }

  /** A number from 0 to {@code bound - 1} of the sequence that draws the keys. */
  int nextBelow(int bound) {
    return random.nextInt(bound);
  }

  /** The index of the record that {@link #nextKey} drew last. */
  int record() {
    return record;
  }

  /** The number of keys. */
  int records() {
    return records;
  }

  /** The key of a record, on the terms of {@link #nextKey}. */
  ByteBuffer key(int index) {
    return keys.key(index);
  }

  /**
   * A digest of the first {@value #DIGEST_OPERATIONS} operations of all threads: XXH64 over kind,
   * key and checksum of the value of each. Equal for two cells exactly if they were given the same
   * work.
   *
   * @param streams a new stream of each thread
   * @return 16 hexadecimal digits
   */
  public static String digest(
      WorkingSet set, Seeds seeds, int threads, IntFunction<OperationStream> streams) {
    long digest = seeds.master();
    ByteBuffer operation = ByteBuffer.allocateDirect(2 * Long.BYTES);
    for (int thread = 0; thread < threads; thread++) {
      OperationStream stream = streams.apply(thread);
      ValueSource source = new ValueSource(set.values(), seeds, thread);
      for (int i = 0; i < DIGEST_OPERATIONS; i++) {
        boolean reads = stream.nextReads();
        ByteBuffer key = stream.nextKey();
        operation.putLong(0, ValueChecksum.hash(key, 0));
        operation.putLong(
            Long.BYTES,
            reads ? -1 : stream.inserts() ? -2 : ValueChecksum.storedHash(source.next(key)));
        digest = ValueChecksum.hash(operation, digest);
      }
    }
    return HexFormat.of().toHexDigits(digest);
  }
}
