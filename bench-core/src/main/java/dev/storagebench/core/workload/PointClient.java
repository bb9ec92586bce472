package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.turns.Window;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thread that reads and writes a store: chooses operations, performs them and verifies the
 * results. This is all the code between the clock and the engine.
 */
public final class PointClient extends StoreClient {
  /** One in this many reads is verified in full; a power of two. */
  public static final int VERIFY_EVERY = 64;

  private static final int CACHE_LINE_BYTES = 64;

  private OperationStream operations;
  private ValueSource values;
  private final boolean alone;
  private @Nullable InsertedKeys inserted;
  private @Nullable Batch batch;
  private boolean stored;
  private final LastWrites lastWrites = new LastWrites();

  /**
   * Creates the client of a thread.
   *
   * @param operations the thread's own
   * @param values the thread's own
   * @param alone whether no other thread writes to the records that this one writes to
   */
  public PointClient(
      StoreAccess access, OperationStream operations, ValueSource values, boolean alone) {
    super(access);
    this.operations = operations;
    this.values = values;
    this.alone = alone;
  }

  /** Lets {@link #mixOrInsert} and {@link #insert} insert records; returns this. */
  public PointClient inserting(InsertedKeys keys) {
    inserted = keys;
    return this;
  }

  /** Reads the next key, writes a new value to it or, as the stream says, inserts a record. */
  public long mixOrInsert(OperationCounts counts) {
    InsertedKeys keys = Objects.requireNonNull(inserted);
    boolean reads = operations.nextReads();
    if (!reads && operations.inserts()) {
      return insert(counts);
    }
    int record = keys.drawn(operations.nextRecord());
    ByteBuffer key = keys.key(record);
    return reads ? read(key, counts) : put(record, key, counts);
  }

  /** Inserts the thread's next record; returns 0. */
  public long insert(OperationCounts counts) {
    InsertedKeys keys = Objects.requireNonNull(inserted);
    int record = keys.next();
    put(record, keys.key(record), counts);
    keys.added();
    return 0;
  }

  /**
   * Reads the next key or writes a new value to it, in the proportion of the stream.
   *
   * @return as {@link #read}; 0 for a write
   */
  public long mix(OperationCounts counts) {
    return operations.nextReads() ? read(counts) : write(counts);
  }

  /** Reads the next key and, unless the operation only reads, writes a new value to it. */
  public long modify(OperationCounts counts) {
    long touched = read(counts);
    if (!operations.nextReads()) {
      put(operations.record(), operations.key(operations.record()), counts);
    }
    return touched;
  }

  /**
   * Reads the value of the next key and touches each of its cache lines.
   *
   * @return a value that depends on every cache line of the value
   * @throws WrongAnswerException if the value is missing or wrong
   */
  public long read(OperationCounts counts) {
    return read(operations.nextKey(), counts);
  }

  private long read(ByteBuffer key, OperationCounts counts) {
    int length = session.get(key, into);
    if (length < 0) {
      throw missed(key, counts);
    }
    return found(key, into, length, counts);
  }

  /**
   * Reads the next key or, where the stream has no read, the absent key beside it.
   *
   * @return as {@link #read}; 0 for an absent key
   * @throws WrongAnswerException if the value is missing or wrong, or an absent key has one
   */
  public long readOrMiss(AbsentKeys.View absent, OperationCounts counts) {
    if (operations.nextReads()) {
      return read(counts);
    }
    int record = operations.nextRecord();
    ByteBuffer key = absent.beside(record, operations.key(record));
    return missing(key, into, session.get(key, into), counts);
  }

  /**
   * Reads the next keys at once, each as {@link #readOrMiss} does.
   *
   * @param absent null if all keys are stored
   */
  public long readAtOnce(KeyBatch batch, AbsentKeys.@Nullable View absent, OperationCounts counts) {
    for (int i = 0; i < batch.keys.length; i++) {
      boolean reads = absent == null || operations.nextReads();
      ByteBuffer key = operations.nextKey();
      batch.set(i, reads ? key : absent.beside(operations.record(), key), reads);
    }
    session.getAll(batch.keys, batch.values, batch.lengths);
    long touched = 0;
    for (int i = 0; i < batch.keys.length; i++) {
      ByteBuffer key = batch.keys[i];
      int length = batch.lengths[i];
      if (!batch.stored[i]) {
        touched ^= missing(key, batch.values[i], length, counts);
      } else if (length >= 0) {
        touched ^= found(key, batch.values[i], length, counts);
      } else {
        throw missed(key, counts);
      }
    }
    return touched;
  }

  private long missing(ByteBuffer key, ByteBuffer value, int length, OperationCounts counts) {
    if (length < 0) {
      counts.misses++;
      return 0;
    }
    if (verifies) {
      throw new WrongAnswerException(
          "key %s was never loaded but has a value of %,d bytes", key, length);
    }
    return found(key, value, length, counts);
  }

  /** Goes on with other operations and values. */
  public void restart(OperationStream next, ValueSource nextValues) {
    operations = next;
    values = nextValues;
  }

  /**
   * Reads a part of all records in a shuffled order, each once: so many random draws would leave
   * more than a third of them unread.
   *
   * @param part from 0 to {@code parts - 1}
   * @param window stops when it is over
   * @return the number of reads
   */
  public long readAll(int part, int parts, Window window, OperationCounts counts) {
    int records = operations.records();
    Shuffle order = new Shuffle(records, parts);
    int end = (int) ((long) records * (part + 1) / parts);
    int begin = (int) ((long) records * part / parts);
    int next = begin;
    for (; next < end && !window.isOver(); next++) {
      read(operations.key(order.at(next)), counts);
    }
    return (long) next - begin;
  }

  private static WrongAnswerException missed(ByteBuffer key, OperationCounts counts) {
    counts.misses++;
    return WrongAnswerException.missing(key);
  }

  /** Writes a new value to the next key; returns 0. */
  public long write(OperationCounts counts) {
    ByteBuffer key = operations.nextKey();
    return put(operations.record(), key, counts);
  }

  private long put(int record, ByteBuffer key, OperationCounts counts) {
    ByteBuffer value = values.next(key);
    session.put(key, value);
    lastWrites.wrote(record, value);
    counts.writes++;
    counts.bytesWritten += value.limit();
    return 0;
  }

  /** Writes new values to the next keys, as one batch; returns 0. */
  public long writeBatch(int records, OperationCounts counts) {
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
    return 0;
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
  @Override
  public void close() {
    if (batch != null) {
      batch.close();
    }
    try (session) {
      if (verifies) {
        stored =
            lastWrites.verify(
                session, inserted == null ? operations::key : inserted::key, into, alone);
      }
    }
  }

  /**
   * Looks for the last write of all, which the thread that made it has found unless the engine
   * keeps no writes.
   *
   * @param all clients of a store, which are closed
   * @throws WrongAnswerException if there were writes, and no thread has found one of its own
   */
  public static void requireStored(Collection<PointClient> all) {
    if (all.stream().anyMatch(each -> each.verifies && !each.lastWrites.isEmpty())
        && all.stream().noneMatch(each -> each.stored)) {
      throw new WrongAnswerException("no thread finds any of its last writes");
    }
  }
}
