package dev.storagebench.engines.wiredtiger;

import com.kenai.jffi.MemoryIO;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.engines.library.NativeRecord;
import dev.storagebench.engines.wiredtiger.WiredTigerLibrary.Block;
import java.nio.ByteBuffer;

/**
 * One thread's {@code WT_SESSION} with a cursor that stays open. After each read the cursor gives
 * up its position, as <a
 * href="https://source.wiredtiger.com/mongodb-4.2/tune_cursor_persist.html">WiredTiger advises</a>,
 * so that it neither holds a page in the cache nor reads old data; {@code insert}, which replaces
 * as well, never takes one.
 */
final class WiredTigerSession implements Session {
  private static final MemoryIO MEMORY = MemoryIO.getInstance();

  // WT_ITEM: address, size and three members for the library's own use.
  private static final int ITEM_BYTES = 40;
  private static final int SIZE = 8;

  private final WiredTigerLibrary library;
  private final long session;
  private final long cursor;
  private final long getKey;
  private final long getValue;
  private final long setKey;
  private final long setValue;
  private final long next;
  private final long prev;
  private final long reset;
  private final long search;
  private final long searchNear;
  private final long insert;
  private final long remove;
  private final Block items = new Block(2 * ITEM_BYTES + Long.BYTES);
  private final long keyItem = items.address();
  private final long valueItem = items.address() + ITEM_BYTES;
  private final long exact = items.address() + 2 * ITEM_BYTES;

  private final NativeRecord record = new NativeRecord();

  WiredTigerSession(WiredTigerLibrary library, long connection) {
    this.library = library;
    this.session = library.openSession(connection);
    this.cursor = library.openCursor(session, WiredTigerStore.TABLE);
    HandleLayout layout = library.layout();
    this.getKey = WiredTigerLibrary.method(cursor, HandleLayout.GET_KEY);
    this.getValue = WiredTigerLibrary.method(cursor, HandleLayout.GET_VALUE);
    this.setKey = WiredTigerLibrary.method(cursor, layout.setKey());
    this.setValue = WiredTigerLibrary.method(cursor, layout.setValue());
    this.next = WiredTigerLibrary.method(cursor, layout.next());
    this.prev = WiredTigerLibrary.method(cursor, layout.prev());
    this.reset = WiredTigerLibrary.method(cursor, layout.reset());
    this.search = WiredTigerLibrary.method(cursor, layout.search());
    this.searchNear = WiredTigerLibrary.method(cursor, layout.searchNear());
    this.insert = WiredTigerLibrary.method(cursor, layout.insert());
    this.remove = WiredTigerLibrary.method(cursor, layout.remove());
  }

  /** Hands a buffer over without a copy; it must not change until the next call has returned. */
  private void set(long method, long item, ByteBuffer buffer) {
    set(
        method,
        item,
        MEMORY.getDirectBufferAddress(buffer) + buffer.position(),
        buffer.remaining());
  }

  private void set(long method, long item, long address, long bytes) {
    MEMORY.putLong(item, address);
    MEMORY.putLong(item + SIZE, bytes);
    WiredTigerLibrary.call(method, cursor, item);
  }

  /** Inserts or replaces within a transaction, if there is one, and returns the result. */
  int insert(long key, int keyBytes, long value, int valueBytes) {
    set(setKey, keyItem, key, keyBytes);
    set(setValue, valueItem, value, valueBytes);
    return WiredTigerLibrary.call(insert, cursor);
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    set(setKey, keyItem, key);
    int result = WiredTigerLibrary.call(search, cursor);
    if (result == WiredTigerLibrary.NOT_FOUND) {
      return MISSING;
    }
    library.check("get", result);
    try {
      library.check("get", WiredTigerLibrary.call(getValue, cursor, valueItem));
      return copy(into);
    } finally {
      WiredTigerLibrary.call(reset, cursor);
    }
  }

  private int copy(ByteBuffer into) {
    int length = Math.toIntExact(MEMORY.getLong(valueItem + SIZE));
    if (length > into.capacity()) {
      throw EngineException.doesNotFit("wiredtiger", length, into.capacity());
    }
    into.limit(length).position(0);
    MEMORY.copyMemory(MEMORY.getLong(valueItem), MEMORY.getDirectBufferAddress(into), length);
    return length;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    set(setKey, keyItem, key);
    set(setValue, valueItem, value);
    library.check("put", WiredTigerLibrary.call(insert, cursor));
  }

  @Override
  public void delete(ByteBuffer key) {
    set(setKey, keyItem, key);
    int result = WiredTigerLibrary.call(remove, cursor);
    if (result != WiredTigerLibrary.NOT_FOUND) {
      library.check("delete", result);
    }
    WiredTigerLibrary.call(reset, cursor);
  }

  @Override
  public Batch batch() {
    if (!library.layout().hasTransactions()) {
      throw new UnsupportedSettingException(
          "where WiredTiger %s has its transactions is not known".formatted(library.version()));
    }
    return new WiredTigerBatch(library, this, session);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    long step = direction == Direction.FORWARD ? next : prev;
    int visited = 0;
    try {
      int result = seek(from, direction, step);
      while (result == 0) {
        library.check("scan", WiredTigerLibrary.call(getKey, cursor, keyItem));
        library.check("scan", WiredTigerLibrary.call(getValue, cursor, valueItem));
        visitor.record(
            record.key(MEMORY.getLong(keyItem), MEMORY.getLong(keyItem + SIZE)),
            record.value(MEMORY.getLong(valueItem), MEMORY.getLong(valueItem + SIZE)));
        visited++;
        if (visited == limit) {
          return visited;
        }
        result = WiredTigerLibrary.call(step, cursor);
      }
      if (result != WiredTigerLibrary.NOT_FOUND) {
        library.check("scan", result);
      }
    } finally {
      WiredTigerLibrary.call(reset, cursor);
    }
    return visited;
  }

  /** The search ends at a neighbour on either side; one step leaves the wrong side. */
  private int seek(ByteBuffer from, Direction direction, long step) {
    set(setKey, keyItem, from);
    int result = WiredTigerLibrary.call(searchNear, cursor, exact);
    int side = MEMORY.getInt(exact);
    boolean wrong = direction == Direction.FORWARD ? side < 0 : side > 0;
    return result == 0 && wrong ? WiredTigerLibrary.call(step, cursor) : result;
  }

  /** Closes the cursor as well. */
  @Override
  public void close() {
    int result =
        WiredTigerLibrary.call(
            WiredTigerLibrary.method(session, HandleLayout.SESSION_CLOSE), session, 0);
    items.close();
    library.check("close a session", result);
  }
}
