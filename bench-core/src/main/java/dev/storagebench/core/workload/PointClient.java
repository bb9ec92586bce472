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

  private static final int CACHE_LINE_BYTES = 64;

  private final Session session;
  private final OperationStream operations;
  private final ValueSource values;
  private final ByteBuffer into;
  private final boolean verifies;
  private final boolean alone;
  private @Nullable Batch batch;
  private long reads;
  private final LastWrites lastWrites = new LastWrites();

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
    lastWrites.wrote(operations.record(), value);
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
      lastWrites.wrote(operations.record(), value);
      bytes += value.limit();
    }
    batch.commit();
    counts.writes += records;
    counts.bytesWritten += bytes;
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
      lastWrites.verify(session, operations::key, into, alone);
    }
    session.close();
  }
}
