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
public final class ScanClient extends StoreClient implements Session.RecordVisitor {
  private OperationStream operations;
  private final Range range;
  private final KeyTable.View keys;
  private final ByteBuffer edge;
  private final ScanChecksum checksum;
  private final ByteBuffer previous = ByteBuffer.allocateDirect(RecordReader.MAX_KEY_BYTES);
  private long scans;

  // The current scan.
  private ByteBuffer start = previous;
  private boolean inFull;
  private int visited;
  private long valueBytes;
  private long touched;

  /**
   * The records of a scan, all numbers in between with the same probability.
   *
   * @param least 1 or more
   * @param most the same for scans of one length
   */
  public record Lengths(int least, int most) {
    /** The length of a scan of the whole store. */
    public static final Lengths ALL = new Lengths(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private int next(OperationStream operations) {
      return least == most ? most : least + operations.nextBelow(most - least + 1);
    }
  }

  /**
   * The range of each scan. Immutable, for all threads.
   *
   * @param keys the keys that are stored at the start, or a sample of them
   * @param grows whether others are inserted
   * @param last the last keys in the direction, as many as the longest scan has, the very last one
   *     first: scans from these reach the end of the store; none for scans of the whole store
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Range(
      Direction direction, Lengths lengths, KeyTable keys, boolean grows, int[] last) {
    /** The range for these keys, which are all read once. */
    public static Range of(KeyTable keys, Direction direction, Lengths lengths, boolean grows) {
      if (lengths.equals(Lengths.ALL)) {
        int records = Math.toIntExact(keys.recordsInFile());
        return new Range(direction, new Lengths(records, records), keys, grows, new int[0]);
      }
      int length = lengths.most;
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
      return new Range(direction, lengths, keys, grows, records);
    }

    private boolean isWhole() {
      return last.length == 0;
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

    /** Whether a scan of a length from a stored key may return this number of records. */
    private boolean allows(KeyTable.View view, ByteBuffer start, int records, int length) {
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
      return records == expected
          || ((keys.sampled() || grows) && records > expected && records <= length);
    }
  }

  /**
   * @param operations the thread's own
   * @param checksum of every key and value, whether or not the scan is checked
   */
  public ScanClient(
      StoreAccess access, OperationStream operations, Range range, ScanChecksum checksum) {
    super(access);
    this.operations = operations;
    this.range = range;
    this.keys = range.keys.view();
    this.edge = range.edge();
    this.checksum = checksum;
  }

  /** Advances to the next operation and returns whether it scans; others insert. */
  public boolean nextScans() {
    return operations.nextReads();
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
    int length = range.lengths.next(operations);
    inFull = (scans++ & (PointClient.VERIFY_EVERY - 1)) == 0;
    visited = 0;
    valueBytes = 0;
    touched = 0;
    // Of the whole store one more is asked for, so that one too many is seen.
    int limit = range.isWhole() ? length + 1 : length;
    int returned = session.scan(start, range.direction, limit, this);
    // Only scans that reach the end of the store return fewer records.
    boolean unusual = returned != length || inFull;
    if ((returned != visited || (unusual && !range.allows(keys, start, returned, length)))
        && verifies) {
      throw WrongAnswerException.count(start, returned, visited, length);
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
    if (!(copy(value) && ValueChecksum.holds(key, into, into.limit())) && verifies) {
      throw WrongAnswerException.wrong(key, value.remaining());
    }
  }
}
