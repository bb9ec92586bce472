package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;

/**
 * One thread at work on a store: draws operations, carries them out and checks the answers. This is
 * all that stands between the clock and the engine.
 */
public final class Worker {
  /** One read of so many is verified in full; a power of two. */
  public static final int VERIFY_EVERY = 64;

  /** So many of a thread's last writes are read back at the end; a power of two. */
  public static final int READ_BACK = 64;

  private static final int CACHE_LINE_BYTES = 64;

  // A popular record may be written several times among a thread's last writes, and by others.
  private static final int LEAST_SHARE_FOUND = 8;

  private final Session session;
  private final OperationStream operations;
  private final ValueSource values;
  private final ByteBuffer into;
  private final boolean verifies;
  private long reads;
  private int writes;
  // The records written last and the checks of their values, to be read back at the end.
  private final int[] writtenRecords = new int[READ_BACK];
  private final long[] writtenChecks = new long[READ_BACK];

  /**
   * Puts a thread to work.
   *
   * @param session the thread's own
   * @param operations the thread's own
   * @param values the thread's own
   * @param maxValueBytes the longest value that may be stored
   * @param verifies false for an engine that stores no values: its answers are hashed like the
   *     others', so that the harness costs the same, but never found wrong
   */
  public Worker(
      Session session,
      OperationStream operations,
      ValueSource values,
      int maxValueBytes,
      boolean verifies) {
    this.session = session;
    this.operations = operations;
    this.values = values;
    this.into = SelfCheck.buffer(maxValueBytes);
    this.verifies = verifies;
  }

  /** Whether the next operation of the mix reads. */
  public boolean nextReads() {
    return operations.nextReads();
  }

  /**
   * Reads the value of the next key and touches each of its cache lines.
   *
   * @return something that depends on every cache line of the value
   * @throws WrongAnswerException if there is none, or a wrong one is found
   */
  public long read(OperationCounts counts) {
    ByteBuffer key = operations.nextKey();
    int length = session.get(key, into);
    if (length < 0) {
      counts.misses++;
      throw WrongAnswerException.missing(key);
    }
    counts.hits++;
    counts.bytesRead += length;
    if ((++reads & (VERIFY_EVERY - 1)) == 0) {
      counts.verified++;
      if (!SelfCheck.holds(key, into, length) && verifies) {
        throw WrongAnswerException.wrong(key, length);
      }
    }
    return touch(into, length);
  }

  /** Writes a new value under the next key. */
  public void write(OperationCounts counts) {
    ByteBuffer key = operations.nextKey();
    ByteBuffer value = values.next(key);
    session.put(key, value);
    int slot = writes++ & (READ_BACK - 1);
    writtenRecords[slot] = operations.record();
    writtenChecks[slot] = SelfCheck.storedHash(value);
    counts.writes++;
    counts.bytesWritten += value.limit();
  }

  private static long touch(ByteBuffer value, int length) {
    long touched = length;
    for (int i = 0; i < length; i += CACHE_LINE_BYTES) {
      touched ^= value.get(i);
    }
    return touched;
  }

  /**
   * Reads the last writes back and gives the session back.
   *
   * @throws WrongAnswerException if one of them is missing or torn, or if hardly any is still
   *     there: other threads may have overwritten some since, but not most
   */
  public void close() {
    int written = Math.min(writes, READ_BACK);
    int found = 0;
    for (int slot = 0; slot < written && verifies; slot++) {
      ByteBuffer key = operations.key(writtenRecords[slot]);
      int length = session.get(key, into);
      if (length < 0) {
        throw WrongAnswerException.missing(key);
      }
      if (!SelfCheck.holds(key, into, length)) {
        throw WrongAnswerException.wrong(key, length);
      }
      if (into.getLong(length - SelfCheck.BYTES) == writtenChecks[slot]) {
        found++;
      }
    }
    if (verifies && found < written / LEAST_SHARE_FOUND) {
      throw WrongAnswerException.lost(found, written);
    }
    session.close();
  }
}
