package dev.storagebench.engines.je;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.Get;
import com.sleepycat.je.LockConflictException;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.util.List;

/** One thread's access; each write, or batch of writes, is a transaction of its own. */
final class JeSession implements Session {
  private final Database database;
  private final DatabaseEntry key = new DatabaseEntry();
  private final DatabaseEntry value = new DatabaseEntry();

  JeSession(Database database) {
    this.database = database;
  }

  @Override
  public int get(ByteBuffer wanted, ByteBuffer into) {
    key.setData(HeapBytes.of(wanted));
    OperationStatus status;
    try {
      status = database.get(null, key, value, null);
    } catch (DatabaseException e) {
      throw JeStore.failure("get", e);
    }
    return status == OperationStatus.SUCCESS
        ? HeapBytes.copy("je", value.getData(), value.getOffset(), value.getSize(), into)
        : MISSING;
  }

  @Override
  public void put(ByteBuffer at, ByteBuffer stored) {
    key.setData(HeapBytes.of(at));
    value.setData(HeapBytes.of(stored));
    try {
      database.put(null, key, value);
    } catch (DatabaseException e) {
      throw JeStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer at) {
    key.setData(HeapBytes.of(at));
    try {
      database.delete(null, key);
    } catch (DatabaseException e) {
      throw JeStore.failure("delete", e);
    }
  }

  @Override
  public Batch batch() {
    return ArrayBatch.sorted(this::putAll);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    Get step = direction == Direction.FORWARD ? Get.NEXT : Get.PREV;
    int visited = 0;
    try (Cursor records = database.openCursor(null, null)) {
      boolean found = seek(records, from, direction);
      while (found) {
        visitor.record(buffer(key), buffer(value));
        visited++;
        found = visited < limit && move(records, step);
      }
    } catch (DatabaseException e) {
      throw JeStore.failure("scan", e);
    }
    return visited;
  }

  private boolean move(Cursor records, Get step) {
    return records.get(key, value, step, null) != null;
  }

  private boolean seek(Cursor records, ByteBuffer from, Direction direction) {
    key.setData(HeapBytes.of(from));
    boolean found = move(records, Get.SEARCH_GTE);
    if (direction == Direction.FORWARD) {
      return found;
    }
    found = found || move(records, Get.LAST);
    // More than one step back if others insert meanwhile: a cursor shows no snapshot.
    while (found && KeyOrder.compare(buffer(key), from) > 0) {
      found = move(records, Get.PREV);
    }
    return found;
  }

  private void putAll(List<ArrayBatch.Put> puts) {
    for (int attempt = 1; ; attempt++) {
      try {
        putAllOnce(puts);
        return;
      } catch (LockConflictException e) {
        // The transaction has been undone and may be tried again, as JE's manual tells its users.
        if (attempt == ArrayBatch.ATTEMPTS) {
          throw JeStore.failure("write a batch", e);
        }
      } catch (DatabaseException e) {
        throw JeStore.failure("write a batch", e);
      }
    }
  }

  private void putAllOnce(List<ArrayBatch.Put> puts) {
    Transaction write = database.getEnvironment().beginTransaction(null, null);
    try {
      for (ArrayBatch.Put put : puts) {
        key.setData(put.key());
        value.setData(put.value());
        database.put(write, key, value);
      }
      write.commit();
    } finally {
      if (write.isValid()) {
        write.abort();
      }
    }
  }

  private static ByteBuffer buffer(DatabaseEntry entry) {
    return ByteBuffer.wrap(entry.getData(), entry.getOffset(), entry.getSize());
  }

  @Override
  public void close() {}
}
