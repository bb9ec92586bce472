package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.input.ByteLines;
import dev.storagebench.datasets.input.ByteScan;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The fast way through SNAP blocks, which nearly all of them go: a block that is in memory as a
 * whole, up to the empty line behind it, and has the fields of the block before it, a line each, in
 * the same order. Any other block is left untouched to {@link SnapParser}, which alone knows what
 * to make of it; both ways lead to the same record.
 *
 * <p>The value is not copied but put together where it stands: names are longer than separators, so
 * that the short fields can be moved up to the last one, which is the long text.
 */
final class UsualBlock {
  private static final byte LF = '\n';
  private static final int NEEDED_BITS = SnapField.KEY_BITS | SnapField.PUBLISHED_BITS;

  private static final int SHORT_BYTES = 3 * Long.BYTES;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** The fields of the block before, in their order; what follows them is older. */
  private final SnapField[] order = new SnapField[SnapField.values().length];

  /** How many fields a usual block has, as {@link #learn} found them; 0 if there is none. */
  private int count;

  /** What their lines begin with, and which of them are the key's. */
  private final NamePrefix[] prefixes = new NamePrefix[order.length];

  private int product;
  private int user;

  /** The places of the value's fields, from the last to the first, and how many they are. */
  private final int[] valuePlaces = new int[order.length];

  private int valueFields;

  /** Where the values of the block's fields start and end, in their order. */
  private final int[] starts = new int[order.length];

  private final int[] ends = new int[order.length];

  UsualBlock() {
    Arrays.fill(order, SnapField.PRODUCT_ID);
    Arrays.fill(prefixes, SnapField.PRODUCT_ID.prefix());
  }

  /** The field that stood at this place of the block before: mostly it does so again. */
  SnapField expected(int place) {
    return order[Math.min(place, order.length - 1)];
  }

  /** Remembers the field at this place of a block. */
  void setExpected(int place, SnapField field) {
    // Fields of other names begin with nothing that could be expected.
    if (field != SnapField.OTHER) {
      order[Math.min(place, order.length - 1)] = field;
    }
    count = 0;
  }

  /** Learns from a good block with this many fields what the next is likely to be. */
  void learn(int fieldCount) {
    int fields = 0;
    count = Math.min(fieldCount, order.length);
    valueFields = 0;
    for (int place = count - 1; place >= 0; place--) {
      fields |= order[place].bit();
      prefixes[place] = order[place].prefix();
      product = order[place] == SnapField.PRODUCT_ID ? place : product;
      user = order[place] == SnapField.USER_ID ? place : user;
      if (!order[place].isInKey()) {
        valuePlaces[valueFields++] = place;
      }
    }
    if ((fields & NEEDED_BITS) != NEEDED_BITS || Integer.bitCount(fields) != fieldCount) {
      count = 0;
    }
  }

  /**
   * Reads the next block and passes it and its empty line.
   *
   * @return false if it is not a usual one; nothing has changed then
   */
  boolean next(ByteLines lines, RecordBytes key, RecordBytes value) {
    if (count == 0) {
      return false;
    }
    byte[] bytes = lines.array();
    int line = findFields(bytes, lines.ahead(), lines.limit());
    if (line == lines.limit() || bytes[line] != LF || !putKey(bytes, key)) {
      return false;
    }
    putValue(bytes, value);
    lines.advance(count + 1, line, line);
    return true;
  }

  /** Finds the values; the index behind the last line, or {@code limit} if it is not there. */
  private int findFields(byte[] bytes, int from, int limit) {
    int line = from;
    for (int place = 0; place < count; place++) {
      NamePrefix prefix = prefixes[place];
      if (!prefix.matches(bytes, line, limit)) {
        return limit;
      }
      int start = line + prefix.length();
      int end = ByteScan.indexOfLineEnd(bytes, start, limit);
      if (end == limit) {
        return limit;
      }
      starts[place] = start;
      ends[place] = end;
      line = end + 1;
    }
    return line;
  }

  /** Puts the key together; false if it cannot be one. */
  private boolean putKey(byte[] bytes, RecordBytes key) {
    key.clear();
    key.append(bytes, starts[product], ends[product]);
    key.append((byte) ' ');
    key.append(bytes, starts[user], ends[user]);
    return starts[product] < ends[product] && starts[user] < ends[user] && !key.overflowed();
  }

  /** Moves the value's fields together in front of the last one, from the last to the first. */
  private void putValue(byte[] bytes, RecordBytes value) {
    int last = valuePlaces[0];
    int front = starts[last];
    for (int field = 1; field < valueFields; field++) {
      int place = valuePlaces[field];
      int length = ends[place] - starts[place];
      bytes[--front] = AmazonFormat.SEPARATOR;
      moveUp(bytes, starts[place], length, front);
      front -= length;
    }
    value.show(bytes, front, ends[last]);
  }

  /**
   * Moves a field so that it ends at {@code to}. Three words are moved faster than their exact
   * number of bytes. What they overwrite in front of a shorter field is never the field before it,
   * still to be moved: two names of 13 bytes or more stand between that and {@code to}.
   */
  private static void moveUp(byte[] bytes, int start, int length, int to) {
    int from = start + length - SHORT_BYTES;
    if (length <= SHORT_BYTES && from >= 0) {
      long first = (long) LONG.get(bytes, from);
      long second = (long) LONG.get(bytes, from + Long.BYTES);
      long third = (long) LONG.get(bytes, from + 2 * Long.BYTES);
      LONG.set(bytes, to - SHORT_BYTES, first);
      LONG.set(bytes, to - 2 * Long.BYTES, second);
      LONG.set(bytes, to - Long.BYTES, third);
    } else {
      System.arraycopy(bytes, start, bytes, to - length, length);
    }
  }
}
