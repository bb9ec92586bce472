package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.datasets.packed.KeyTable;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The keys from which a scan meets the end of the store before it has its number of records, and
 * how many it gets from there. Immutable but for a view of the keys: each thread has a copy.
 */
public final class ScanEdge {
  private final KeyTable keys;
  private final KeyTable.View view;
  private final Direction direction;
  private final int length;
  // From the last key in the scan's direction inwards.
  private final int[] records;

  private ScanEdge(KeyTable keys, Direction direction, int length, int[] records) {
    this.keys = keys;
    this.view = keys.view();
    this.direction = direction;
    this.length = length;
    this.records = records;
  }

  /**
   * Finds the edge: one pass over all keys.
   *
   * @param length of the scans, in records
   */
  public static ScanEdge of(KeyTable keys, Direction direction, int length) {
    KeyTable.View one = keys.view();
    KeyTable.View other = keys.view();
    Comparator<Integer> ascending = (a, b) -> KeyOrder.compare(one.key(a), other.key(b));
    Comparator<Integer> order = direction == Direction.FORWARD ? ascending : ascending.reversed();
    // The least in this order is the innermost, which a key further out replaces.
    PriorityQueue<Integer> outermost = new PriorityQueue<>(order);
    for (int record = 0; record < keys.size(); record++) {
      if (outermost.size() < length) {
        outermost.add(record);
      } else if (order.compare(outermost.element(), record) < 0) {
        outermost.remove();
        outermost.add(record);
      }
    }
    int[] records = new int[outermost.size()];
    for (int i = records.length - 1; i >= 0; i--) {
      records[i] = outermost.remove();
    }
    return new ScanEdge(keys, direction, length, records);
  }

  /** The same for another thread. */
  public ScanEdge copy() {
    return new ScanEdge(keys, direction, length, records);
  }

  /** The length of the scans, in records. */
  int length() {
    return length;
  }

  Direction direction() {
    return direction;
  }

  /**
   * How many records a scan from a stored key gets, at the least where only a sample of the keys is
   * known.
   */
  int recordsFrom(ByteBuffer key) {
    int low = 0;
    int high = records.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = KeyOrder.compare(view.key(records[middle]), key);
      if (order == 0) {
        return middle + 1;
      }
      boolean inwards = (order > 0) == (direction == Direction.FORWARD);
      if (inwards) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return length;
  }

  /** Whether a scan from a stored key may have this number of records. */
  boolean allows(int visited, ByteBuffer start) {
    int due = recordsFrom(start);
    return keys.sampled() ? visited >= due && visited <= length : visited == due;
  }
}
