package dev.storagebench.engines.perconaft;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.TransactionRetry;
import dev.storagebench.engines.library.NativeCall;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import dev.storagebench.engines.library.NativeMemory.ScannedRecord;
import dev.storagebench.engines.perconaft.Handle.Method;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One thread's access; each call is a transaction, as a statement in TokuDB is. Reads have a
 * snapshot, so that they see a batch as a whole and wait for no lock. Values are copied once, to
 * the caller's buffer.
 */
final class PerconaFtSession implements Session {
  // DB_TXN_SNAPSHOT | DB_TXN_READ_ONLY
  private static final int READ = 0x10000000 | 4;
  private static final int DELETE_ANY = 1 << 16;
  private static final int SET_RANGE = 27;
  private static final int SET_RANGE_REVERSE = 252;
  private static final int NEXT = 16;
  private static final int PREV = 23;

  // DBT: address, size, capacity and flags.
  private static final int DBT_BYTES = 24;
  private static final int SIZE = 8;
  private static final int CAPACITY = 12;
  private static final int FLAGS = 16;
  private static final int USER_MEMORY = 0x100;
  private static final int KEY = 0;
  private static final int VALUE = DBT_BYTES;
  private static final int HANDLE = 2 * DBT_BYTES;

  private static final int FIRST_VALUE_BYTES = 4096;

  private final PerconaFtLibrary library;
  private final long env;
  private final long db;
  private final int commitFlags;
  private final long begin;
  private final long commit;
  private final long abort;
  private final long get;
  private final long put;
  private final long delete;
  private final long openCursor;
  private final long closeCursor;
  private final long move;
  private final Block memory = new Block(HANDLE + Long.BYTES);
  private final long keyItem = memory.address();
  private final long valueItem = memory.address() + VALUE;
  private final ByteBuffer scannedKey = ByteBuffer.allocateDirect(ScannedRecord.MAX_KEY_BYTES);
  private ByteBuffer scannedValue = ByteBuffer.allocateDirect(FIRST_VALUE_BYTES);

  PerconaFtSession(PerconaFtLibrary library, long env, long db, int commitFlags) {
    this.library = library;
    this.env = env;
    this.db = db;
    this.commitFlags = commitFlags;
    this.begin = Method.ENV_TXN_BEGIN.of(env);
    this.get = Method.DB_GET.of(db);
    this.put = Method.DB_PUT.of(db);
    this.delete = Method.DB_DEL.of(db);
    memory.putInt(KEY + FLAGS, USER_MEMORY);
    memory.putInt(VALUE + FLAGS, USER_MEMORY);
    this.openCursor = Method.DB_CURSOR.of(db);
    long transaction = begin(READ);
    library.check(Handle.TXN, transaction, env);
    this.commit = Method.TXN_COMMIT.of(transaction);
    this.abort = Method.TXN_ABORT.of(transaction);
    long cursor = openCursor(transaction);
    library.check(Handle.CURSOR, cursor, db);
    this.move = Method.CURSOR_GET.of(cursor);
    this.closeCursor = Method.CURSOR_CLOSE.of(cursor);
    NativeCall.call(closeCursor, cursor);
    commit(transaction, 0);
  }

  private long begin(int flags) {
    int result = NativeCall.call(begin, env, 0, memory.address() + HANDLE, flags);
    if (result != 0) {
      library.check("begin a transaction", result);
    }
    return memory.getLong(HANDLE);
  }

  private void commit(long transaction, int flags) {
    int result = NativeCall.call(commit, transaction, flags);
    if (result != 0) {
      library.check("commit", result);
    }
  }

  private long openCursor(long transaction) {
    library.check(
        "open a cursor",
        NativeCall.call(openCursor, db, transaction, memory.address() + HANDLE, 0));
    return memory.getLong(HANDLE);
  }

  private void setItem(int item, long address, int bytes) {
    memory.putLong(item, address);
    memory.putInt(item + SIZE, bytes);
  }

  /** The buffer is used without a copy. */
  private void setKey(ByteBuffer key) {
    requireKey(key.remaining());
    setItem(KEY, NativeMemory.address(key), key.remaining());
  }

  private static void requireKey(int bytes) {
    // An empty key would end the process.
    require("key", bytes, 1, PerconaFtStore.MAX_KEY_BYTES);
  }

  private static void require(String what, int bytes, int least, int most) {
    if (bytes < least || bytes > most) {
      throw new EngineException(
          "perconaft: a %s has %d to %,d bytes; this one has %,d"
              .formatted(what, least, most, bytes));
    }
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    setKey(key);
    memory.putLong(VALUE, NativeMemory.address(into) - into.position());
    memory.putInt(VALUE + CAPACITY, into.capacity());
    long transaction = begin(READ);
    int result = NativeCall.call(get, db, transaction, keyItem, valueItem, 0);
    commit(transaction, 0);
    if (result == PerconaFtLibrary.NOT_FOUND) {
      return MISSING;
    }
    int length = memory.getInt(VALUE + SIZE);
    if (result == PerconaFtLibrary.BUFFER_SMALL) {
      throw EngineException.doesNotFit("perconaft", length, into.capacity());
    }
    library.check("get", result);
    into.limit(length).position(0);
    return length;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    require("value", value.remaining(), 0, PerconaFtStore.MAX_VALUE_BYTES);
    setKey(key);
    setItem(VALUE, NativeMemory.address(value), value.remaining());
    if (!putOnce()) {
      TransactionRetry.untilDone("perconaft", "put", this::putOnce);
    }
  }

  private boolean putOnce() {
    long transaction = begin(0);
    return end("put", transaction, put(transaction));
  }

  private int put(long transaction) {
    return NativeCall.call(put, db, transaction, keyItem, valueItem, 0);
  }

  @Override
  public void delete(ByteBuffer key) {
    setKey(key);
    if (!deleteOnce()) {
      TransactionRetry.untilDone("perconaft", "delete", this::deleteOnce);
    }
  }

  private boolean deleteOnce() {
    long transaction = begin(0);
    return end(
        "delete", transaction, NativeCall.call(delete, db, transaction, keyItem, DELETE_ANY));
  }

  /** Commits or rolls back; false after a conflict with another transaction. */
  private boolean end(String operation, long transaction, int result) {
    if (result == 0) {
      commit(transaction, commitFlags);
      return true;
    }
    library.check("roll back", NativeCall.call(abort, transaction));
    if (result == PerconaFtLibrary.LOCK_DEADLOCK || result == PerconaFtLibrary.LOCK_NOT_GRANTED) {
      return false;
    }
    library.check(operation, result);
    return true;
  }

  @Override
  public Batch batch() {
    return ArrayBatch.sorted(
        puts -> TransactionRetry.untilDone("perconaft", "write a batch", () -> writeOnce(puts)));
  }

  private boolean writeOnce(List<ArrayBatch.Put> puts) {
    int bytes = 0;
    for (ArrayBatch.Put each : puts) {
      requireKey(each.key().length);
      require("value", each.value().length, 0, PerconaFtStore.MAX_VALUE_BYTES);
      bytes = Math.max(bytes, each.key().length + each.value().length);
    }
    try (Block copy = new Block(bytes)) {
      long transaction = begin(0);
      int result = 0;
      for (ArrayBatch.Put each : puts) {
        copy.put(0, each.key());
        copy.put(each.key().length, each.value());
        setItem(KEY, copy.address(), each.key().length);
        setItem(VALUE, copy.address() + each.key().length, each.value().length);
        result = put(transaction);
        if (result != 0) {
          break;
        }
      }
      return end("write a batch", transaction, result);
    }
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    setKey(from);
    boolean forward = direction == Direction.FORWARD;
    scannedKey.clear().put(from.duplicate()).flip();
    setItem(KEY, NativeMemory.address(scannedKey), scannedKey.remaining());
    memory.putInt(KEY + CAPACITY, scannedKey.capacity());
    long transaction = begin(READ);
    try {
      long cursor = openCursor(transaction);
      try {
        return visit(cursor, forward, limit, visitor);
      } finally {
        NativeCall.call(closeCursor, cursor);
      }
    } finally {
      commit(transaction, 0);
    }
  }

  private int visit(long cursor, boolean forward, int limit, RecordVisitor visitor) {
    int visited = 0;
    int result = move(cursor, forward ? SET_RANGE : SET_RANGE_REVERSE);
    while (result == 0) {
      visitor.record(
          scannedKey.limit(memory.getInt(KEY + SIZE)).position(0),
          scannedValue.limit(memory.getInt(VALUE + SIZE)).position(0));
      visited++;
      if (visited == limit) {
        return visited;
      }
      result = move(cursor, forward ? NEXT : PREV);
    }
    if (result != PerconaFtLibrary.NOT_FOUND) {
      library.check("scan", result);
    }
    return visited;
  }

  /** Again if the value does not fit: the cursor has not moved then. */
  private int move(long cursor, int how) {
    while (true) {
      memory.putLong(VALUE, NativeMemory.address(scannedValue.clear()));
      memory.putInt(VALUE + CAPACITY, scannedValue.capacity());
      int result = NativeCall.call(move, cursor, keyItem, valueItem, how);
      if (result != PerconaFtLibrary.BUFFER_SMALL) {
        return result;
      }
      scannedValue = ByteBuffer.allocateDirect(2 * memory.getInt(VALUE + SIZE));
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
