package dev.storagebench.engines.je;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.Get;
import com.sleepycat.je.OperationStatus;
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
  public int scan(ByteBuffer from, int limit, RecordVisitor visitor) {
    key.setData(HeapBytes.of(from));
    int visited = 0;
    try (Cursor records = database.openCursor(null, null)) {
      boolean found = records.get(key, value, Get.SEARCH_GTE, null) != null;
      while (found && visited < limit) {
        visitor.record(buffer(key), buffer(value));
        visited++;
        found = visited < limit && records.get(key, value, Get.NEXT, null) != null;
      }
    } catch (DatabaseException e) {
      throw JeStore.failure("scan", e);
    }
    return visited;
  }

  private static ByteBuffer buffer(DatabaseEntry entry) {
    return ByteBuffer.wrap(entry.getData(), entry.getOffset(), entry.getSize());
  }

  @Override
  public void close() {}
}
