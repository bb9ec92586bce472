package dev.storagebench.engines.je;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.Get;
import com.sleepycat.je.OperationStatus;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.HeapBytes;
import java.nio.ByteBuffer;

/** One thread's access; each write is a transaction of its own. */
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

  private static ByteBuffer buffer(DatabaseEntry entry) {
    return ByteBuffer.wrap(entry.getData(), entry.getOffset(), entry.getSize());
  }

  @Override
  public void close() {}
}
