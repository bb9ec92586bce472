package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.KeyTable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * One thread that scans ranges of a store, each from a random stored key, or the whole of it. It
 * touches each cache line of each key and value. Every scan is checked for its first key and the
 * number of its records; one in {@value PointClient#VERIFY_EVERY}, starting with the first, for the
 * order of its keys and for all values.
 */
public final class ScanClient implements Session.RecordVisitor {

  private final Session session;
  private OperationStream operations;
  private final Range range;
  private final KeyTable.View keys;
  private final ByteBuffer edge;
  private final boolean verifies;
  private final ScanChecksum checksum;
  private final ByteBuffer copy;
  private final ByteBuffer previous = ByteBuffer.allocateDirect(RecordReader.MAX_KEY_BYTES);
  private long scans;

  // The current scan.
  private ByteBuffer start = previous;
  private boolean inFull;
  private int visited;
  private long valueBytes;
  private long touched;

  /**
   * The range of each scan. Immutable, for all threads.
   *
   * @param keys the stored keys, or a sample of them
   * @param last the last {@code length} keys in the direction, the very last one first: scans from
   *     these reach the end of the store; none for scans of the whole store
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Range(Direction direction, int length, KeyTable keys, int[] last) {
    /** The length of a scan of the whole store. */
    public static final int ALL = Integer.MAX_VALUE;

    /** The range for these keys, which are all read once. */
    public static Range of(KeyTable keys, Direction direction, int length) {
      if (length == ALL) {
        return new Range(direction, Math.toIntExact(keys.recordsInFile()), keys, new int[0]);
      }
      KeyTable.View one = keys.view();
      KeyTable.View other = keys.view();
      Comparator<Integer> ascending = (a, b) -> KeyOrder.compare(one.key(a), other.key(b));
      Comparator<Integer> order = direction == Direction.FORWARD ? ascending : ascending.reversed();
      PriorityQueue<Integer> last = new PriorityQueue<>(order);
      for (int record = 0; record < keys.size(); record++) {
        if (last.size() < length) {
          last.add(record);
        } else if (order.compare(last.element(), record) < 0) {
          last.remove();
          last.add(record);
        }
      }
      int[] records = new int[last.size()];
      for (int i = records.length - 1; i >= 0; i--) {
        records[i] = last.remove();
      }
      return new Range(direction, length, keys, records);
    }

    private boolean isWhole() {
      return last.length == 0;
    }

    /** The records asked for: of the whole store one more, so that one too many is seen. */
    private int limit() {
      return isWhole() ? length + 1 : length;
    }

    /**
     * Returns the start of a scan of the whole store: at or before its first key in the direction.
     */
    private ByteBuffer edge() {
      boolean forward = direction == Direction.FORWARD;
      byte[] key = new byte[forward ? 1 : RecordReader.MAX_KEY_BYTES];
      Arrays.fill(key, (byte) (forward ? 0 : 0xFF));
      return ByteBuffer.allocateDirect(key.length).put(key).flip();
    }

    /** Whether the second key follows the first one in the direction. */
    private boolean ordered(ByteBuffer first, ByteBuffer second) {
      int order = KeyOrder.compare(first, second);
      return direction == Direction.FORWARD ? order < 0 : order > 0;
    }

    /** Whether a scan from a stored key may return this number of records. */
    private boolean allows(KeyTable.View view, ByteBuffer start, int records) {
      if (isWhole()) {
        return records == length;
      }
      int low = 0;
      int high = last.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (ordered(start, view.key(last[middle]))) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      int expected = Math.min(length, low + 1);
      return records == expected || (keys.sampled() && records > expected && records <= length);
    }
  }

  /**
   * @param session the thread's own, which the client closes
   * @param operations the thread's own
   * @param maxValueBytes the longest value that is stored
   * @param verifies false for an engine that stores nothing: its records are checked like others,
   *     so that the harness costs the same, but never rejected
   * @param checksum of every key and value, whether or not the scan is checked
   */
  public ScanClient(
      Session session,
      OperationStream operations,
      Range range,
      int maxValueBytes,
      boolean verifies,
      ScanChecksum checksum) {
    this.session = session;
    this.operations = operations;
    this.range = range;
    this.keys = range.keys.view();
    this.edge = range.edge();
    this.verifies = verifies;
    this.checksum = checksum;
    this.copy = ValueChecksum.buffer(maxValueBytes);
  }

  /** Goes on with other operations. */
  public void restart(OperationStream next) {
    operations = next;
  }

  /**
   * Scans from the next key.
   *
   * @return a value that depends on every cache line, or byte, of all keys and values
   * @throws WrongAnswerException if the number, the order or the values of the records are wrong
   */
  public long scan(OperationCounts counts) {
    start = range.isWhole() ? edge : operations.nextKey();
    inFull = (scans++ & (PointClient.VERIFY_EVERY - 1)) == 0;
    visited = 0;
    valueBytes = 0;
    touched = 0;
    int returned = session.scan(start, range.direction, range.limit(), this);
    // Only scans that reach the end of the store return fewer records.
    boolean unusual = returned != range.length || inFull;
    if ((returned != visited || (unusual && !range.allows(keys, start, returned))) && verifies) {
      throw WrongAnswerException.count(start, returned, visited, range.length);
    }
    counts.records += returned;
    counts.bytesRead += valueBytes;
    if (inFull) {
      counts.verified += returned;
    }
    return touched;
  }

  @Override
  public void record(ByteBuffer key, ByteBuffer value) {
    if (visited++ == 0 && !range.isWhole() && !key.equals(start) && verifies) {
      throw new WrongAnswerException("a scan from the stored key %s started at %s", start, key);
    }
    if (inFull) {
      check(key, value);
    }
    valueBytes += value.remaining();
    touched ^= checksum.of(key) + checksum.of(value);
  }

  private void check(ByteBuffer key, ByteBuffer value) {
    boolean first = visited == 1;
    if (!first && verifies && !range.ordered(previous, key)) {
      throw new WrongAnswerException("a scan visited %s after %s", key, previous);
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

  /** Closes the session. */
  public void close() {
    session.close();
  }
}
