package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One thread that reads and writes a store: chooses operations, performs them and verifies the
 * results. This is all the code between the clock and the engine.
 */
public final class PointClient {
  /** One in this many reads is verified in full; a power of two. */
  public static final int VERIFY_EVERY = 64;

  /** This many of a thread's last writes are read back at the end; a power of two. */
  public static final int READ_BACK = 64;

  private static final int CACHE_LINE_BYTES = 64;

  private final Session session;
  private final OperationStream operations;
  private final ValueSource values;
  private final ByteBuffer into;
  private final boolean verifies;
  private final boolean alone;
  private @Nullable Batch batch;
  private long reads;
  private int writes;
  // The records written last and the checks of their values, to be read back at the end.
  private final int[] writtenRecords = new int[READ_BACK];
  private final long[] writtenChecks = new long[READ_BACK];

  /**
   * Creates the client of a thread.
   *
   * @param session the thread's own
   * @param operations the thread's own
   * @param values the thread's own
   * @param maxValueBytes the longest value that may be stored
   * @param verifies false for an engine that stores no values: its results are hashed like others,
   *     so that the harness costs the same, but never rejected
   * @param alone whether no other thread writes to the store
   */
  public PointClient(
      Session session,
      OperationStream operations,
      ValueSource values,
      int maxValueBytes,
      boolean verifies,
      boolean alone) {
    this.session = session;
    this.operations = operations;
    this.values = values;
    this.into = ValueChecksum.buffer(maxValueBytes);
    this.verifies = verifies;
    this.alone = alone;
  }

  /** Whether the next operation of the mix reads. */
  public boolean nextReads() {
    return operations.nextReads();
  }

  /**
   * Reads the value of the next key and touches each of its cache lines.
   *
   * @return a value that depends on every cache line of the value
   * @throws WrongAnswerException if the value is missing or wrong
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
      if (!ValueChecksum.holds(key, into, length) && verifies) {
        throw WrongAnswerException.wrong(key, length);
      }
    }
    return touch(into);
  }

  /** Writes a new value to the next key. */
  public void write(OperationCounts counts) {
    ByteBuffer key = operations.nextKey();
    ByteBuffer value = values.next(key);
    session.put(key, value);
    note(value);
    counts.writes++;
    counts.bytesWritten += value.limit();
  }

  /** Writes new values to the next keys, as one batch. */
  public void writeBatch(int records, OperationCounts counts) {
    if (batch == null) {
      batch = session.batch();
    }
    long bytes = 0;
    for (int i = 0; i < records; i++) {
      ByteBuffer key = operations.nextKey();
      ByteBuffer value = values.next(key);
      batch.put(key, value);
      note(value);
      bytes += value.limit();
    }
    batch.commit();
    counts.writes += records;
    counts.bytesWritten += bytes;
  }

  /** Remembers a write to be read back at the end. */
  private void note(ByteBuffer value) {
    int slot = writes++ & (READ_BACK - 1);
    writtenRecords[slot] = operations.record();
    writtenChecks[slot] = ValueChecksum.storedHash(value);
  }

  /** Reads a byte of each cache line between position and limit. */
  static long touch(ByteBuffer bytes) {
    int end = bytes.limit();
    long touched = end;
    for (int i = bytes.position(); i < end; i += CACHE_LINE_BYTES) {
      touched ^= bytes.get(i);
    }
    return touched;
  }

  /**
   * Reads the last writes back and closes the session.
   *
   * @throws WrongAnswerException if one of them is missing or torn or, for a thread that was alone,
   *     is not what was written last; with several threads another one may have written since
   */
  public void close() {
    if (batch != null) {
      batch.close();
    }
    if (verifies) {
      int oldest = Math.max(0, writes - READ_BACK);
      for (int write = writes - 1; write >= oldest; write--) {
        readBack(write, oldest);
      }
    }
    session.close();
  }

  private void readBack(int write, int oldest) {
    int slot = write & (READ_BACK - 1);
    ByteBuffer key = operations.key(writtenRecords[slot]);
    int length = session.get(key, into);
    if (length < 0) {
      throw WrongAnswerException.missing(key);
    }
    if (!ValueChecksum.holds(key, into, length)) {
      throw WrongAnswerException.wrong(key, length);
    }
    if (alone
        && isLatest(write, oldest)
        && into.getLong(length - ValueChecksum.BYTES) != writtenChecks[slot]) {
      throw WrongAnswerException.lost(key);
    }
  }

  /** Whether no later one of the last writes was to the same record. */
  private boolean isLatest(int write, int oldest) {
    int record = writtenRecords[write & (READ_BACK - 1)];
    for (int later = writes - 1; later > write && later >= oldest; later--) {
      if (writtenRecords[later & (READ_BACK - 1)] == record) {
        return false;
      }
    }
    return true;
  }
}
