package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NoSuchElementException;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.WriteOptions;

/** One thread's access; the binding takes and gives arrays, so each call makes some. */
final class LevelDbJniSession implements Session {
  private final DB db;
  private final WriteOptions writes;

  LevelDbJniSession(DB db, WriteOptions writes) {
    this.db = db;
    this.writes = writes;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    byte[] found;
    try {
      found = db.get(HeapBytes.of(key));
    } catch (DBException e) {
      throw LevelDbJniStore.failure("get", e);
    }
    return found == null ? MISSING : HeapBytes.copy("leveldbjni", found, 0, found.length, into);
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      db.put(HeapBytes.of(key), HeapBytes.of(value), writes);
    } catch (DBException e) {
      throw LevelDbJniStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      db.delete(HeapBytes.of(key), writes);
    } catch (DBException e) {
      throw LevelDbJniStore.failure("delete", e);
    }
  }

  @Override
  public Batch batch() {
    return new LevelDbJniBatch(db, writes);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    try (DBIterator records = db.iterator()) {
      records.seek(HeapBytes.of(from));
      return direction == Direction.FORWARD
          ? forward(records, limit, visitor)
          : backward(records, from, limit, visitor);
    } catch (IOException | DBException e) {
      throw LevelDbJniStore.failure("scan", e);
    }
  }

  private static int forward(DBIterator records, int limit, RecordVisitor visitor) {
    int visited = 0;
    while (visited < limit && records.hasNext()) {
      visit(records.next(), visitor);
      visited++;
    }
    return visited;
  }

  /**
   * Goes back from the first key that is not before the given one. The binding's {@code prev} steps
   * back, forth and back again to see one record, and {@code hasPrev} once more; so the beginning
   * of the store is found by its exception.
   */
  private static int backward(
      DBIterator records, ByteBuffer from, int limit, RecordVisitor visitor) {
    if (!records.hasNext()) {
      records.seekToLast();
      if (!records.hasNext()) {
        return 0;
      }
    }
    int visited = 0;
    Map.Entry<byte[], byte[]> record = records.peekNext();
    if (KeyOrder.compare(ByteBuffer.wrap(record.getKey()), from) <= 0) {
      visit(record, visitor);
      visited++;
    }
    while (visited < limit) {
      try {
        record = records.prev();
      } catch (NoSuchElementException beginning) {
        return visited;
      }
      visit(record, visitor);
      visited++;
    }
    return visited;
  }

  private static void visit(Map.Entry<byte[], byte[]> record, RecordVisitor visitor) {
    visitor.record(ByteBuffer.wrap(record.getKey()), ByteBuffer.wrap(record.getValue()));
  }

  @Override
  public void close() {}
}
