package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Session;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.OperationCursor;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.OperationFile.Before;
import java.nio.ByteBuffer;

/**
 * One thread that replays its part of a trace, in order. Whether a key is stored follows from the
 * trace, so that every read is checked for it; the values that are found are verified as {@link
 * PointClient} does.
 */
public final class ReplayClient {
  private final Session session;
  private final OperationCursor operations;
  private final KeyTable.View keys;
  private final ValuePool values;
  private final long seed;
  private final long presentKeys;
  private final boolean verifies;
  private final ByteBuffer into;
  private final ByteBuffer value;
  private final LastWrites lastWrites = new LastWrites();
  private long reads;

  /**
   * Creates the client of a thread.
   *
   * @param session the thread's own, closed by the client
   * @param operations the thread's own, closed by the client
   * @param set the keys of the trace and payloads to write
   * @param seeds decide the values, in the same way for every number of threads
   * @param presentKeys so many keys, the first ones, are stored at the start
   * @param maxValueBytes the longest value that may be stored
   * @param verifies false for an engine that stores no values
   */
  public ReplayClient(
      Session session,
      OperationCursor operations,
      WorkingSet set,
      Seeds seeds,
      long presentKeys,
      int maxValueBytes,
      boolean verifies) {
    this.session = session;
    this.operations = operations;
    this.keys = set.keys().view();
    this.values = set.values();
    this.seed = seeds.generator(0, Seeds.Purpose.VALUES).nextLong();
    this.presentKeys = presentKeys;
    this.verifies = verifies;
    this.into = ValueChecksum.buffer(maxValueBytes);
    this.value = ValueChecksum.buffer(maxValueBytes);
  }

  /** The number of operations, the first ones, that warm up. */
  public long warmUp() {
    return operations.warmUp();
  }

  /** Advances to the next operation; false at the end of the thread's part. */
  public boolean next() {
    return operations.next();
  }

  /** The recorded time of the operation; at the end that of the last one. */
  public long nanos() {
    return operations.nanos();
  }

  /**
   * Carries out the operation.
   *
   * @return a value that depends on every cache line of a value that was read
   * @throws WrongAnswerException if a key is stored that should not be, or the other way round, or
   *     a value is wrong
   */
  public long perform(OperationCounts counts) {
    ByteBuffer key = keys.key(operations.key());
    switch (operations.kind()) {
      case GET -> {
        return read(key, counts);
      }
      case PUT -> write(key, counts);
      case UPDATE -> {
        long touched = read(key, counts);
        write(key, counts);
        return touched;
      }
      case DELETE -> {
        session.delete(key);
        lastWrites.deleted(operations.key());
        counts.deletes++;
      }
    }
    return 0;
  }

  private long read(ByteBuffer key, OperationCounts counts) {
    int length = session.get(key, into);
    if (verifies && (length >= 0) != isStored()) {
      throw length < 0 ? WrongAnswerException.missing(key) : WrongAnswerException.unexpected(key);
    }
    if (length < 0) {
      counts.misses++;
      return 0;
    }
    counts.hits++;
    counts.bytesRead += length;
    if ((++reads & (PointClient.VERIFY_EVERY - 1)) == 0) {
      counts.verified++;
      if (!ValueChecksum.holds(key, into, length) && verifies) {
        throw WrongAnswerException.wrong(key, length);
      }
    }
    return PointClient.touch(into);
  }

  private boolean isStored() {
    Before before = operations.before();
    return before == Before.UNTOUCHED ? operations.key() < presentKeys : before == Before.STORED;
  }

  private void write(ByteBuffer key, OperationCounts counts) {
    int payload = OperationFile.payloadBytes(operations.size());
    values.fill(value.clear(), payload, choice());
    ValueChecksum.seal(key, value, payload, ValueChecksum.hash(value.limit(payload), 0));
    session.put(key, value);
    lastWrites.wrote(operations.key(), value);
    counts.writes++;
    counts.bytesWritten += value.limit();
  }

  /** Another one for each operation, so that a later value differs from the one before. */
  private long choice() {
    long mixed = (operations.word() ^ seed ^ (operations.nanos() << 20)) * 0x9E3779B97F4A7C15L;
    return (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
  }

  /**
   * Reads the last writes back and closes session and operations.
   *
   * @throws WrongAnswerException if one of them is not what was written
   */
  public void close() {
    try (session;
        operations) {
      if (verifies) {
        lastWrites.verify(session, keys::key, into, true);
      }
    }
  }
}
