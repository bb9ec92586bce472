package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;

/**
 * One thread that scans ranges of a store: each begins at a stored key that is drawn, and is to
 * have the same number of records. Each cache line of each key and value is touched. Of every scan
 * the first key and the number of records are checked; of one in {@value PointClient#VERIFY_EVERY},
 * the first among them, the order of all keys and all values in full.
 */
public final class ScanClient implements Session.RecordVisitor {
  private static final int KEY_BYTES = 511;

  private final Session session;
  private final OperationStream operations;
  private final ScanEdge edge;
  private final Direction direction;
  private final int length;
  private final boolean verifies;
  private final ByteBuffer copy;
  private final ByteBuffer previous = ByteBuffer.allocateDirect(KEY_BYTES);
  private long scans;
  // The scan at hand.
  private ByteBuffer start = previous;
  private boolean inFull;
  private int shown;
  private long valueBytes;
  private long touched;

  /**
   * Puts a thread to work.
   *
   * @param session the thread's own, which it closes
   * @param operations the thread's own
   * @param edge the thread's own; it has the scans' length and direction
   * @param maxValueBytes the longest value that may be stored
   * @param verifies false for an engine that stores nothing: its answers are looked at like the
   *     others', so that the harness costs the same, but never found wrong
   */
  public ScanClient(
      Session session,
      OperationStream operations,
      ScanEdge edge,
      int maxValueBytes,
      boolean verifies) {
    this.session = session;
    this.operations = operations;
    this.edge = edge;
    this.direction = edge.direction();
    this.length = edge.length();
    this.verifies = verifies;
    this.copy = ValueChecksum.buffer(maxValueBytes);
  }

  /**
   * Scans from the next key.
   *
   * @return something that depends on every cache line of all keys and values
   * @throws WrongAnswerException if their number, order or values are wrong
   */
  public long scan(OperationCounts counts) {
    start = operations.nextKey();
    inFull = (scans++ & (PointClient.VERIFY_EVERY - 1)) == 0;
    shown = 0;
    valueBytes = 0;
    touched = 0;
    int visited = session.scan(start, direction, length, this);
    // All scans but those next to the end of the store have all their records.
    if ((visited != shown || visited != length || inFull) && verifies) {
      checkCount(visited);
    }
    counts.records += visited;
    counts.bytesRead += valueBytes;
    if (inFull) {
      counts.verified += visited;
    }
    return touched;
  }

  private void checkCount(int visited) {
    if (visited != shown || !edge.allows(visited, start)) {
      throw WrongAnswerException.count(start, visited, shown, edge.recordsFrom(start));
    }
  }

  @Override
  public void record(ByteBuffer key, ByteBuffer value) {
    if (shown++ == 0 && !key.equals(start) && verifies) {
      throw WrongAnswerException.notTheFirst(start, key);
    }
    if (inFull) {
      check(key, value);
    }
    valueBytes += value.remaining();
    touched ^= touch(key) + touch(value);
  }

  private static long touch(ByteBuffer bytes) {
    int end = bytes.limit();
    long touched = end;
    for (int i = bytes.position(); i < end; i += PointClient.CACHE_LINE_BYTES) {
      touched ^= bytes.get(i);
    }
    return touched;
  }

  private void check(ByteBuffer key, ByteBuffer value) {
    boolean first = shown == 1;
    if (!first && verifies && !follows(key)) {
      throw WrongAnswerException.outOfOrder(previous, key);
    }
    int keyBytes = key.remaining();
    previous.limit(keyBytes).position(0);
    previous.put(0, key, key.position(), keyBytes);
    int bytes = value.remaining();
    boolean fits = bytes <= copy.capacity();
    if (fits) {
      copy.limit(bytes).position(0);
      copy.put(0, value, value.position(), bytes);
    }
    if (!(fits && ValueChecksum.holds(key, copy, bytes)) && verifies) {
      throw WrongAnswerException.wrong(key, bytes);
    }
  }

  private boolean follows(ByteBuffer key) {
    int order = KeyOrder.compare(previous, key);
    return direction == Direction.FORWARD ? order < 0 : order > 0;
  }

  /** Gives the session back. */
  public void close() {
    session.close();
  }
}
