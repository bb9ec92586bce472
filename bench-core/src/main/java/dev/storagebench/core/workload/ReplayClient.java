package dev.storagebench.core.workload;

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
public final class ReplayClient extends StoreClient {
  private final OperationCursor operations;
  private final KeyTable.View keys;
  private final ValuePool values;
  private final long seed;
  private final long presentKeys;
  private final ByteBuffer value;
  private final LastWrites lastWrites = new LastWrites();

  /**
   * Creates the client of a thread.
   *
   * @param access of which the seeds decide the values, in the same way for every number of threads
   * @param operations the thread's own, closed by the client
   * @param presentKeys so many keys, the first ones, are stored at the start
   */
  public ReplayClient(StoreAccess access, OperationCursor operations, long presentKeys) {
    super(access);
    this.operations = operations;
    this.keys = access.set().keys().view();
    this.values = access.set().values();
    this.seed = access.seeds().generator(0, Seeds.Purpose.VALUES).nextLong();
    this.presentKeys = presentKeys;
    this.value = ValueChecksum.buffer(access.maxValueBytes());
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
    return switch (operations.kind()) {
      case GET -> read(key, counts);
      case PUT -> write(key, counts);
      case UPDATE -> read(key, counts) ^ write(key, counts);
      case DELETE -> {
        session.delete(key);
        lastWrites.deleted(operations.key());
        counts.deletes++;
        yield 0;
      }
    };
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
    return found(key, into, length, counts);
  }

  private boolean isStored() {
    Before before = operations.before();
    return before == Before.UNTOUCHED ? operations.key() < presentKeys : before == Before.STORED;
  }

  /** Writes the operation's value; returns 0. */
  private long write(ByteBuffer key, OperationCounts counts) {
    int payload = OperationFile.payloadBytes(operations.size());
    values.fill(value.clear(), payload, choice());
    ValueChecksum.seal(key, value, payload, ValueChecksum.hash(value.limit(payload), 0));
    session.put(key, value);
    lastWrites.wrote(operations.key(), value);
    counts.writes++;
    counts.bytesWritten += value.limit();
    return 0;
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
  @Override
  public void close() {
    try (session;
        operations) {
      if (verifies) {
        lastWrites.verify(session, keys::key, into, true);
      }
    }
  }
}
