package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/**
 * One thread that uses a part of an ordered store as a queue: it puts a record at the tail, and
 * finds the first record by a scan from the first possible key, as consumers do that do not know
 * where the head is. It copies and deletes that record.
 *
 * <p>A key is eight bytes {@code ff}, with which no other key of the store may begin, the thread's
 * number and a sequence number, both big-endian. Every record that is found must be the one at the
 * head; one in {@value PointClient#VERIFY_EVERY} is verified in full.
 */
public final class QueueClient extends StoreClient implements Session.RecordVisitor {
  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 2;

  /** One in this many seeks is timed. */
  private static final int TIMED_EVERY = 7;

  private final ValueSource values;
  private final int depth;
  private final ByteBuffer first;
  private final ByteBuffer key;
  private final Histogram seekNanos = new Histogram(LONGEST_NANOS, DIGITS);
  private int untilTimed = TIMED_EVERY;
  private long head;
  private long tail;
  // The number of the record that a scan visits next.
  private long next;

  /**
   * Fills the queue of a thread.
   *
   * @param thread another one for each queue of the store
   * @param depth the number of records in the queue between two operations
   */
  public QueueClient(StoreAccess access, int thread, int depth) {
    super(access);
    this.values = new ValueSource(access.set().values(), access.seeds(), thread);
    this.depth = depth;
    this.first = first(thread);
    this.key = first(thread);
    OperationCounts notMeasured = new OperationCounts();
    while (tail < depth) {
      put(notMeasured);
    }
  }

  private static ByteBuffer first(int thread) {
    return ByteBuffer.allocateDirect(2 * Long.BYTES + Integer.BYTES)
        .putLong(-1)
        .putInt(thread)
        .putLong(0)
        .flip();
  }

  private static void number(ByteBuffer key, long number) {
    key.putLong(key.limit() - Long.BYTES, number);
  }

  /**
   * Puts a record at the tail, finds the one at the head and deletes it.
   *
   * @return a value that depends on every cache line of the record's value
   * @throws WrongAnswerException if another record is found, or none, or a wrong value
   */
  public long run(OperationCounts counts) {
    put(counts);
    seek();
    session.delete(key);
    head++;
    counts.deletes++;
    counts.records++;
    counts.bytesRead += into.limit();
    counts.verified += isVerified(next - 1) ? 1 : 0;
    return PointClient.touch(into);
  }

  private void put(OperationCounts counts) {
    number(key, tail);
    ByteBuffer value = values.next(key);
    session.put(key, value);
    tail++;
    counts.writes++;
    counts.bytesWritten += value.limit();
  }

  private static boolean isVerified(long number) {
    return (number & (PointClient.VERIFY_EVERY - 1)) == 0;
  }

  private void seek() {
    if (--untilTimed == 0) {
      untilTimed = TIMED_EVERY;
      long begun = System.nanoTime();
      scan(1);
      seekNanos.recordValue(Math.min(System.nanoTime() - begun, LONGEST_NANOS));
    } else {
      scan(1);
    }
  }

  /** Visits the queue from the head on; all of the visited records are as they should be. */
  private void scan(int records) {
    next = head;
    int returned = session.scan(first, Direction.FORWARD, records, this);
    long expected = Math.min(head + records, tail);
    if ((next != expected || returned < expected - head) && verifies) {
      throw WrongAnswerException.count(first, returned, (int) (next - head), records);
    }
  }

  @Override
  public void record(ByteBuffer found, ByteBuffer value) {
    if (next == tail) {
      if (verifies && isOwn(found)) {
        throw WrongAnswerException.unexpected(found);
      }
      return;
    }
    number(key, next);
    if (!found.equals(key) && verifies) {
      throw new WrongAnswerException("a queue has %s where %s should be", found, key);
    }
    boolean fits = copy(value);
    if (verifies
        && !(fits && (!isVerified(next) || ValueChecksum.holds(key, into, into.limit())))) {
      throw WrongAnswerException.wrong(key, value.remaining());
    }
    next++;
  }

  private boolean isOwn(ByteBuffer found) {
    int mismatch = found.mismatch(first);
    return mismatch < 0 || mismatch >= first.limit() - Long.BYTES;
  }

  /** The times of seeks in nanoseconds, one in {@value #TIMED_EVERY}. */
  public Histogram seekNanos() {
    return seekNanos;
  }

  /**
   * Verifies the whole queue, empties it and closes the session.
   *
   * @throws WrongAnswerException if it does not have exactly the records that it should, or any
   *     after the last one was deleted
   */
  @Override
  public void close() {
    scan(depth + 1);
    for (; head < tail; head++) {
      number(key, head);
      session.delete(key);
    }
    scan(1);
    session.close();
  }
}
