package dev.storagebench.core.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Which records of a store its threads have deleted: a bit each, off the heap. A thread deletes and
 * puts back records of its own only, those of every n-th word of 64 bits, so that a word has one
 * writer. All threads may ask about all records.
 *
 * <p>The owner sets a bit before it deletes, and clears it after it has put the record back. So
 * whoever misses a record and then finds its bit clear has read before it was put back, or the
 * record is lost.
 */
public final class DeletedRecords {
  private static final VarHandle WORDS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer words;
  private final long records;
  private final int thread;
  private final int threads;

  private DeletedRecords(ByteBuffer words, long records, int thread, int threads) {
    this.words = words;
    this.records = records;
    this.thread = thread;
    this.threads = threads;
  }

  /**
   * None is deleted.
   *
   * @param records 2^31 - 1 at most
   * @throws IllegalArgumentException if a thread would have no word of records
   */
  public static DeletedRecords none(long records, int threads) {
    if (records / Long.SIZE < threads) {
      throw new IllegalArgumentException(
          "%,d records are too few for deletePercent with %d threads (expected %,d or more)"
              .formatted(records, threads, (long) threads * Long.SIZE));
    }
    int bytes = (int) (records / Long.SIZE + 1) * Long.BYTES;
    return new DeletedRecords(ByteBuffer.allocateDirect(bytes), records, 0, threads);
  }

  /**
   * Deletions of one thread.
   *
   * @param thread of two that are equal modulo the number of threads only one works at a time
   */
  public DeletedRecords of(int thread) {
    return new DeletedRecords(words, records, thread % threads, threads);
  }

  /** The thread's own record that stands for this one; with one thread it is this one. */
  int own(int record) {
    long word = record / Long.SIZE;
    long own = (word / threads * threads + thread) * Long.SIZE + record % Long.SIZE;
    return (int) (own < records ? own : own - (long) threads * Long.SIZE);
  }

  /** Whether the record is deleted, or is about to be. */
  boolean contains(int record) {
    return (word(record) >>> record & 1) != 0;
  }

  /** Notes that one of the thread's own records is about to be deleted. */
  void add(int record) {
    WORDS.setVolatile(words, index(record), word(record) | 1L << record);
  }

  /** Notes that one of the thread's own records has been put back. */
  void remove(int record) {
    WORDS.setVolatile(words, index(record), word(record) & ~(1L << record));
  }

  private long word(int record) {
    return (long) WORDS.getVolatile(words, index(record));
  }

  private static int index(int record) {
    return record / Long.SIZE * Long.BYTES;
  }
}
