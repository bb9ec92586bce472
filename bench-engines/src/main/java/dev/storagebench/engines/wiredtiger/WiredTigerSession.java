package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.TransactionRetry;
import dev.storagebench.engines.library.NativeCall;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import dev.storagebench.engines.library.NativeMemory.ScannedRecord;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One thread's {@code WT_SESSION} with a cursor that stays open. After each read the cursor is
 * reset, as <a href="https://source.wiredtiger.com/mongodb-4.2/tune_cursor_persist.html">WiredTiger
 * advises</a>, so that it neither pins a page in the cache nor reads old data; {@code insert},
 * which replaces as well, leaves it without a position.
 */
final class WiredTigerSession implements Session {
  static final String TABLE = "table:records";

  /** For {@code WT_SESSION.begin_transaction} of a batch. */
  static final String BATCH_ISOLATION = "isolation=snapshot";

  // WT_ITEM: address, size and three members for internal use.
  private static final int ITEM_BYTES = 40;
  private static final int VALUE = ITEM_BYTES;
  private static final int SIZE = Long.BYTES;
  private static final int EXACT = 2 * ITEM_BYTES;
  private static final int FIRST_BATCH_VALUE_BYTES = 4096;

  private final WiredTigerLibrary library;
  private final long session;
  private final long cursor;
  private final long getKey;
  private final long getValue;
  private final long setKey;
  private final long setValue;
  private final long reset;
  private final long search;
  private final long insert;
  private final long remove;
  private final Block items = new Block(EXACT + Long.BYTES);
  private final long keyItem = items.address();
  private final long valueItem = items.address() + VALUE;
  private final ScannedRecord record = new ScannedRecord();

  WiredTigerSession(WiredTigerLibrary library, long connection) {
    this.library = library;
    this.session = library.openSession(connection);
    this.cursor = library.openCursor(session, TABLE);
    this.getKey = library.method(cursor, HandleMethod.GET_KEY);
    this.getValue = library.method(cursor, HandleMethod.GET_VALUE);
    this.setKey = library.method(cursor, HandleMethod.SET_KEY);
    this.setValue = library.method(cursor, HandleMethod.SET_VALUE);
    this.reset = library.method(cursor, HandleMethod.RESET);
    this.search = library.method(cursor, HandleMethod.SEARCH);
    this.insert = library.method(cursor, HandleMethod.INSERT);
    this.remove = library.method(cursor, HandleMethod.REMOVE);
  }

  /** Passes a buffer without a copy; it must not change until the next call has returned. */
  private void setKey(ByteBuffer key) {
    items.putLong(0, NativeMemory.address(key));
    items.putLong(SIZE, key.remaining());
    NativeCall.call(setKey, cursor, keyItem);
  }

  private int insert(ByteBuffer key, ByteBuffer value) {
    setKey(key);
    items.putLong(VALUE, NativeMemory.address(value));
    items.putLong(VALUE + SIZE, value.remaining());
    NativeCall.call(setValue, cursor, valueItem);
    return NativeCall.call(insert, cursor);
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    setKey(key);
    int result = NativeCall.call(search, cursor);
    if (result == WiredTigerLibrary.NOT_FOUND) {
      return MISSING;
    }
    library.check("get", result);
    try {
      library.check("get", NativeCall.call(getValue, cursor, valueItem));
      return NativeMemory.copyValue(
          "wiredtiger", items.getLong(VALUE), items.getLong(VALUE + SIZE), into);
    } finally {
      NativeCall.call(reset, cursor);
    }
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    library.check("put", insert(key, value));
  }

  @Override
  public void delete(ByteBuffer key) {
    setKey(key);
    int result = NativeCall.call(remove, cursor);
    if (result != WiredTigerLibrary.NOT_FOUND) {
      library.check("delete", result);
    }
    NativeCall.call(reset, cursor);
  }

  @Override
  public Batch batch() {
    return ArrayBatch.sorted(
        puts -> TransactionRetry.untilDone("wiredtiger", "write a batch", () -> writeOnce(puts)));
  }

  /** False after a conflict, which rolls the transaction back. */
  private boolean writeOnce(List<ArrayBatch.Put> puts) {
    try (Block isolation = Block.of(BATCH_ISOLATION)) {
      long begin = library.method(session, HandleMethod.BEGIN_TRANSACTION);
      library.check("begin a batch", NativeCall.call(begin, session, isolation.address()));
    }
    ByteBuffer keyCopy = ByteBuffer.allocateDirect(ScannedRecord.MAX_KEY_BYTES);
    ByteBuffer valueCopy = ByteBuffer.allocateDirect(FIRST_BATCH_VALUE_BYTES);
    int result = 0;
    for (ArrayBatch.Put put : puts) {
      if (put.value().length > valueCopy.capacity()) {
        valueCopy = ByteBuffer.allocateDirect(2 * put.value().length);
      }
      result =
          insert(keyCopy.clear().put(put.key()).flip(), valueCopy.clear().put(put.value()).flip());
      if (result != 0) {
        break;
      }
    }
    if (result == 0) {
      // Rolls back if it fails.
      long commit = library.method(session, HandleMethod.COMMIT_TRANSACTION);
      result = NativeCall.call(commit, session, 0);
    } else {
      long rollback = library.method(session, HandleMethod.ROLLBACK_TRANSACTION);
      library.check("roll back a batch", NativeCall.call(rollback, session, 0));
    }
    if (result == WiredTigerLibrary.ROLLBACK) {
      return false;
    }
    library.check("write a batch", result);
    return true;
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    boolean forward = direction == Direction.FORWARD;
    long step = library.method(cursor, forward ? HandleMethod.NEXT : HandleMethod.PREV);
    int visited = 0;
    try {
      int result = seek(from, forward, step);
      while (result == 0) {
        library.check("scan", NativeCall.call(getKey, cursor, keyItem));
        library.check("scan", NativeCall.call(getValue, cursor, valueItem));
        visitor.record(
            record.key(items.getLong(0), items.getLong(SIZE)),
            record.value(items.getLong(VALUE), items.getLong(VALUE + SIZE)));
        visited++;
        if (visited == limit) {
          return visited;
        }
        result = NativeCall.call(step, cursor);
      }
      if (result != WiredTigerLibrary.NOT_FOUND) {
        library.check("scan", result);
      }
    } finally {
      NativeCall.call(reset, cursor);
    }
    return visited;
  }

  /** The search ends at a neighbour on either side; from the wrong side it takes one step. */
  private int seek(ByteBuffer from, boolean forward, long step) {
    setKey(from);
    long searchNear = library.method(cursor, HandleMethod.SEARCH_NEAR);
    int result = NativeCall.call(searchNear, cursor, items.address() + EXACT);
    int side = items.getInt(EXACT);
    boolean wrong = forward ? side < 0 : side > 0;
    return result == 0 && wrong ? NativeCall.call(step, cursor) : result;
  }

  /** Closes the cursor as well. */
  @Override
  public void close() {
    long close = library.method(session, HandleMethod.SESSION_CLOSE);
    int result = NativeCall.call(close, session, 0);
    items.close();
    library.check("close a session", result);
  }
}
